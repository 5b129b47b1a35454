/** What is printed on the sheet, put into the page once. */
import { draw } from '../../../base/draw/sprite';
import symbols from './symbols.svg?raw';

export function ensureSymbols(): void {
  draw(symbols, 'roll_and_build');
}
