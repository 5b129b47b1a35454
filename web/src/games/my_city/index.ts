/** The screens of My City. */
import { draw } from '../../base/draw/sprite';
import { wear } from '../laying/skin';
import './colours.css';
import sprite from './drawing/sprite.svg?raw';
import { skin } from './skin';

draw(sprite, 'my_city');
wear('my_city', skin);

export { Play, Sign, Thumbnail } from '../laying';
