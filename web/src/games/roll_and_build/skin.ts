/** Roll & Build on the table: a sheet of a pad, drawn on with pencils. */
import type { Skin } from '../laying/skin';
import { broughtByCompass, cardName } from './dice';
import { frame, land, over, piece, symbols } from './drawing/sheet';
import Dice from './Dice.svelte';
import Roll from './Roll.svelte';
import Rules from './Rules.svelte';
import Score from './Score.svelte';
import Sign from './Sign.svelte';
import RollOdds from './RollOdds.svelte';
import Start from './Start.svelte';
import { sheetOf } from './view';

export const skin: Skin = {
  frame,
  land,
  symbols,
  piece,
  over,
  card: (card, view, say) => cardName(card, sheetOf(view), say),
  brought: (draws, view, say) => broughtByCompass(draws, sheetOf(view), say),
  flips: true,
  ruler: 0,
  words: {
    'web.play.build': 'web.rb.draw',
    'web.play.build.short': 'web.rb.draw.short',
    'web.play.log.card': 'web.rb.roll',
    'web.play.log.place': 'web.rb.log.place',
    'web.play.board.mine': 'web.rb.sheet.mine',
    'web.play.board.of': 'web.rb.sheet.of',
    'web.play.board.keys': 'web.rb.sheet.keys',
    'web.play.take': 'web.rb.take',
    'web.play.take.touch': 'web.rb.take.touch',
    'web.play.deck': 'web.rb.odds',
    'web.play.tab.deck': 'web.rb.tab.odds',
    'web.play.done.place': 'web.rb.done.place',
    'web.play.done.end': 'web.rb.done.end',
  },
  Sign,
  Deck: RollOdds,
  Draw: Dice,
  Tally: Score,
  Roll,
  Rules,
  Start,
};
