/** The badges of the kinds, put into the page once. */
import { draw } from '../../draw/sprite';
import kinds from './kinds.svg?raw';

export const ensureKinds = (): void => draw(kinds, 'point_city');
