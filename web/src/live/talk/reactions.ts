/** The drawn signs one can send, as the server knows them. */
import { draw } from '../../base/draw/sprite';
import symbols from './reactions.svg?raw';

export const REACTIONS = ['built', 'hat', 'luck', 'tea', 'ouch', 'thanks'] as const;
export type Reaction = (typeof REACTIONS)[number];

draw(symbols, 'talk');
