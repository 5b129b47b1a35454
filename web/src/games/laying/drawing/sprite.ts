/** What several games draw with, put into the page once. */
import { draw } from '../../../draw/sprite';
import shared from './shared.svg?raw';

export function drawShared(): void {
  draw(shared, 'laying');
}
