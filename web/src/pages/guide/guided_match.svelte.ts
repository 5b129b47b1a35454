/** A guide beside a running match: its steps, where it stands, whether it was left. */
import { untrack } from 'svelte';
import { call } from '../../base/api/call';
import type { Guide, GuideStep } from '../../base/api/types';
import { has, openTexts, say } from '../../base/i18n/texts.svelte';
import { load, save } from '../../base/storage';
import type { GuideLink, Plan } from '../../games/contract';
import { gameOf } from '../../games/registry';
import { hasOnlyTouch } from '../../ui/screen/screen_size.svelte';
import { BEGIN, follow, type Facts, type Progress } from './guide';

interface Stored {
  progress: Progress;
  left: boolean;
  over?: boolean;
}

export class GuidedMatch {
  readonly mode: string;
  readonly #key: string;
  steps = $state.raw<readonly GuideStep[]>([]);
  progress = $state.raw<Progress>(BEGIN);
  /** The player does without the guide for now. */
  left = $state(false);
  /** Still loading, and something will be said: words keep their room for that long. */
  comes = $state(true);
  #answers = $state.raw<readonly string[]>([]);
  #plan = $state.raw<Plan | null>(null);
  #looks = $state.raw<readonly string[]>([]);

  readonly step = $derived.by((): GuideStep | null => (this.left ? null : (this.steps[this.progress.step] ?? null)));
  readonly over = $derived(this.steps.length > 0 && this.progress.step >= this.steps.length);
  /** What the game's screen is given. */
  readonly link: GuideLink;

  constructor(mode: string, match: string) {
    this.mode = mode;
    this.#key = `guide.${match}`;
    const stored = load<Stored>(this.#key);
    if (stored) [this.progress, this.left, this.comes] = [stored.progress, stored.left, !stored.left && !stored.over];
    const cellsNow = (): readonly string[] => this.#cells;
    this.link = {
      get cells() {
        return cellsNow();
      },
      notice: (plan, looks) => {
        [this.#plan, this.#looks] = [plan, looks];
        this.#follow();
      },
    };
  }

  readonly #cells = $derived.by((): readonly string[] => {
    if (!this.step) return [];
    const { cells, until } = this.step;
    return until.do === 'draft' ? [...cells, ...until.covers] : cells;
  });

  /** Loads steps and texts; without them the match is played as any other. */
  async load(): Promise<void> {
    try {
      const [{ steps }] = await Promise.all([
        call<Guide>('GET', `/api/guides/${this.mode}`),
        openTexts(gameOf(this.mode), 'guide'),
      ]);
      this.steps = steps;
      this.#follow();
    } finally {
      this.comes = false;
    }
  }

  read(lines: readonly string[]): void {
    this.#answers = lines;
    this.#follow();
  }

  get #facts(): Facts {
    return { answers: this.#answers, plan: this.#plan, looks: this.#looks };
  }

  /** How many answers the player has given. */
  get answered(): number {
    return this.#answers.length;
  }

  #follow(): void {
    untrack(() => {
      if (!this.steps.length || this.left) return;
      const next = follow(this.steps, this.progress, this.#facts);
      if (next === this.progress) return;
      this.progress = next;
      this.#store();
    });
  }

  leave(): void {
    this.left = true;
    this.#store();
  }

  takeUp(): void {
    this.left = false;
    this.#store();
    this.#follow();
  }

  #store(): void {
    save(this.#key, { progress: this.progress, left: this.left, over: this.over } satisfies Stored);
  }

  /** What is said now: a word on what was done instead, and the step; the keys for it apart. */
  readonly words = $derived.by((): { aside: string; text: string; keys: string } | null => {
    const { step, progress } = this;
    if (!step) return null;
    const id = `guide.${this.mode}.${step.id}`;
    const own = has(`${id}.wrong`) ? `${id}.wrong` : 'web.guide.wrong';
    const wrong = this.#plan?.turned && has(`${id}.move`) ? `${id}.move` : own;
    return {
      aside: progress.wrong ? say(wrong) : progress.strayed ? say('web.guide.strayed') : '',
      text: say(hasOnlyTouch() && has(`${id}.touch`) ? `${id}.touch` : id),
      keys: has(`${id}.keys`) ? say(`${id}.keys`) : '',
    };
  });
}
