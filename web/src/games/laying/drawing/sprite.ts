/** What several games draw with, put into the page once. */
import { draw } from '../../../base/draw/sprite';
import shared from './shared.svg?raw';

export function drawShared(): void {
  draw(shared, 'laying');
}
