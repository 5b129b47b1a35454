import { describe, expect, it } from 'vitest';
import { commandOf } from './desk/keys';
import type { Say } from '../../base/i18n/say';
import { spokenLog } from '../shared/log_entry';
import { blockedCard, plainCard, entryOf, entriesOf, type LogVoice } from './log_lines';
import { stageOf } from './stage';
import type { View } from './view';

const say: Say = (id, ...numbers) => [id, ...numbers].join(' ');
const voice: LogVoice = { names: ['Hania', 'Ola'], say, card: (card) => plainCard(card, say) };
const key = (name: string, shiftKey = false, ctrlKey = false) =>
  commandOf({ key: name, shiftKey, ctrlKey, metaKey: false, altKey: false });
const view = (more: Partial<View>): View =>
  ({
    phase: 'rounds',
    to_act: [0, 1],
    commit: null,
    pieces: [{}],
    answers: [],
    boards: [{ ended: '' }, { ended: '' }],
    ...more,
  }) as View;

describe('keys', () => {
  it('mean what the look says', () => {
    expect(key('ArrowLeft')).toEqual({ do: 'step', direction: 'left' });
    expect(key('r')).toEqual({ do: 'turn', by: 1 });
    expect(key('R', true)).toEqual({ do: 'turn', by: -1 });
    expect(key('3')).toEqual({ do: 'light', line: 2 });
    expect(['a', 'Enter', 'Backspace', 'p', 'e', 'l', '?'].map((name) => key(name)?.do)).toEqual([
      'anchors',
      'confirm',
      'undo',
      'pass',
      'end',
      'list',
      'rules',
    ]);
    expect(key('r', false, true)).toBeNull();
    expect(key('z')).toBeNull();
  });

  it('held down decide nothing again', () => {
    const held = (name: string) =>
      commandOf({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: true });
    expect(['p', 'e', 'Enter', 'Backspace'].map(held)).toEqual([null, null, null, null]);
    expect(held('ArrowUp')).toEqual({ do: 'step', direction: 'up' });
  });
});

describe('told lines', () => {
  it('become sentences', () => {
    expect(entryOf('1 place T4 2 C5', voice)).toEqual({ who: 'Ola', text: 'web.play.log.place shape.T4, C5.' });
    expect(entryOf('0 pass', voice)).toEqual({ who: 'Hania', text: 'web.play.log.pass' });
    expect(entryOf('* deck 12 B-T4', voice)).toEqual({ who: 'web.play.log.card 13.', text: 'shape.T4, kind.b.' });
    expect(entryOf('1 melt 2', voice)).toEqual({ who: 'Ola', text: 'web.play.log.chooses answer.melt 2.' });
    expect(entryOf('@ reveal 12', voice)).toBeNull();
  });

  it('name special cards where there is a name', () => {
    expect(plainCard('X', () => 'Blocking card')).toBe('Blocking card');
    expect(plainCard('C H filled', say)).toBe('C H filled');
  });

  it('say which card is blocked', () => {
    const lines = ['* deck 0 B-T4', '0 pass', '* deck 1 X', '* deck 2 B-T4', '* deck 3 B-L4'];
    expect(entriesOf({ lines, botLines: [] }, voice).map(({ text }) => text.includes('log.blocked'))).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(entriesOf({ lines, botLines: [] }, voice, 3)[0]?.text).toContain('log.blocked');
    expect(blockedCard(lines, 3)).toBe('B-T4');
    expect(blockedCard(lines, 1)).toBeNull();
  });

  it('say which of them a bot wrote', () => {
    const log = { lines: ['0 pass', '1 pass', '@ late 1 end'], botLines: [1] };
    expect(entriesOf(log, voice).map(({ byBot = false }) => byBot)).toEqual([false, true, false]);
    expect(spokenLog(entriesOf(log, voice, 1), (id, ...names) => id + JSON.stringify(names))).toBe(
      'web.play.log.by_bot[{"name":"Ola"}] web.play.log.pass Ola web.play.log.late.answer web.play.log.end',
    );
  });
});

describe('the stage', () => {
  it('follows from the view', () => {
    expect(stageOf(view({}), 0)).toBe('lay');
    expect(stageOf(view({ commit: ['pass'] }), 0)).toBe('committed');
    expect(stageOf(view({ to_act: [1] }), 0)).toBe('wait');
    expect(stageOf(view({ phase: 'over' }), 0)).toBe('over');
    expect(stageOf(view({ phase: 'ask', answers: [['melt', 1]] }), 0)).toBe('choose');
    expect(stageOf(view({ boards: [{ ended: 'chosen' }] as never }), 0)).toBe('ended');
    expect(stageOf(view({}), null)).toBe('watch');
  });
});
