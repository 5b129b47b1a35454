/** The examples of the rules as the server tells them. */
import type { RulePictureView, RulesPageView } from '../../base/api/rules';
import type { BuildingView, Faces, Item, TokenView } from './view';

export interface CardsPage extends RulesPageView {
  buildings: Record<string, BuildingView>;
}

export interface CardsPicture extends RulePictureView {
  kind: 'cards';
  rows: Faces[][];
  /** The numbers of the cards it is about, in reading order. */
  lit: number[];
  /** Whether that is allowed; null where it is not the question. */
  allowed: boolean | null;
  becomes: Faces[];
  pays: Item[];
  tokens: TokenView[];
  points: number | null;
}

/** A page and a picture that come to these drawings are those of this game. */
export const cardsPage = (page: RulesPageView): CardsPage => page as CardsPage;
export const cardsPicture = (picture: RulePictureView): CardsPicture => picture as CardsPicture;
