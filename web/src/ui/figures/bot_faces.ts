/** Which bots have a face of their own, and on whose seat one sits. */

const FACES = ['mole', 'swallow', 'beaver', 'fox', 'owl'];

/** The bot whose face is drawn: itself, or none for one without. */
export const faceOf = (bot: string | null): string | null => (bot && FACES.includes(bot) ? bot : null);

/** The bot that sits on a seat; null where a person does, or nobody. */
export type BotOn = (seat: number) => string | null;

/** Under which a page tells that to all pawns on it. */
export const BOT_ON = Symbol('the bots on the seats');
