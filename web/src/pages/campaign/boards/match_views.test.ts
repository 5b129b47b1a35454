import { afterEach, describe, expect, it, vi } from 'vitest';
import { matchView } from './match_views';

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('views of finished matches', () => {
  it('are asked for a few at a time, and once each', async () => {
    let open = 0;
    let most = 0;
    const fetched = vi.fn(async () => {
      most = Math.max(most, ++open);
      await Promise.resolve();
      open -= 1;
      return answer(200, { view: { game: 'game/1' } });
    });
    vi.stubGlobal('fetch', fetched);
    const ids = Array.from({ length: 24 }, (_, i) => `few${i}`);
    const views = await Promise.all([...ids, ...ids].map((id) => matchView(id)));
    expect(views).toHaveLength(48);
    expect([fetched.mock.calls.length, most]).toEqual([24, 3]);
  });

  it('come a moment later when they were too many at once', async () => {
    vi.useFakeTimers();
    const answers = [answer(429, { code: 'too_many' }), answer(200, { view: { game: 'game/2' } })];
    vi.stubGlobal('fetch', async () => answers.shift());
    const coming = matchView('later');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await coming).toEqual({ game: 'game/2' });
  });

  it('fail for good when they cannot be shown', async () => {
    vi.stubGlobal('fetch', async () => answer(404, { code: 'sealed' }));
    await expect(matchView('sealed')).rejects.toMatchObject({ code: 'sealed' });
  });
});
