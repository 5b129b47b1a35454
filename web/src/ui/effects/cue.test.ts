import { beforeEach, expect, it, vi } from 'vitest';
import { settings } from '../../base/settings.svelte';
import { cue } from './cue';
import { play } from './synth';

vi.mock('./synth', () => ({ play: vi.fn() }));
const vibrate = vi.fn();

beforeEach(() => {
  vi.mocked(play).mockClear();
  vibrate.mockClear();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('navigator', { vibrate, maxTouchPoints: 5, userActivation: { hasBeenActive: true } });
  Object.assign(settings, { sound: false, volume: 0.6, haptics: true });
});

it('is silent until sounds are switched on', async () => {
  cue('wood');
  await vi.dynamicImportSettled();
  expect(play).not.toHaveBeenCalled();
  settings.sound = true;
  cue('wood');
  await vi.waitFor(() => expect(play).toHaveBeenCalledWith('wood', 0.6));
});

it('is silent at volume 0 and in a tab nobody sees', async () => {
  Object.assign(settings, { sound: true, volume: 0 });
  cue('bell');
  settings.volume = 1;
  vi.stubGlobal('document', { hidden: true });
  cue('bell');
  await vi.dynamicImportSettled();
  expect(play).not.toHaveBeenCalled();
});

it('shakes a phone, unless that is switched off', () => {
  cue('wood');
  expect(vibrate).toHaveBeenCalledTimes(1);
  cue('tick');
  settings.haptics = false;
  cue('wood');
  expect(vibrate).toHaveBeenCalledTimes(1);
});
