/** The drawn things of the board, put into the page once. */
import { draw } from '../../../draw/sprite';
import sprite from './sprite.svg?raw';

export function ensureSprite(): void {
  draw(sprite, 'laying');
}
