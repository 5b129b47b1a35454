/** Imported by whatever shows a badge: puts the kinds' badges into the page. */
import { draw } from '../../../base/draw/sprite';
import kinds from './kinds.svg?raw';

draw(kinds, 'point_city');
