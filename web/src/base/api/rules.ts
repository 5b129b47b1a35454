/** The rules of a way to play, by what they are about, as the server tells them. */
import { call } from './call';

/** What a rule's example shows is for its game to draw. */
export interface RulePictureView {
  kind: string;
}

export interface RuleView {
  id: string;
  numbers: number[];
  /** Sentences below its line. */
  clauses: string[];
  /** Whether it came with this episode. */
  new: boolean;
  pictures: RulePictureView[];
}

export interface RuleGroupView {
  group: string;
  /** Sentences before its rules. */
  said: string[];
  rules: RuleView[];
}

export interface RulesPageView {
  game: string;
  /** The episode before this one, where there is one. */
  follows: string | null;
  gifts: [row: string, what: string[], value: string | number][];
  groups: RuleGroupView[];
  /** Of a series, those of its matches whose own pages may be read. */
  matches?: string[];
}

const KNOWN = new Map<string, Promise<RulesPageView>>();

/** The page of a mode, asked for once; a failed call is asked again the next time. */
export function rulesOf(mode: string): Promise<RulesPageView> {
  const known = KNOWN.get(mode);
  if (known) return known;
  const asked = call<RulesPageView>('GET', `/api/rules/${mode}`);
  KNOWN.set(mode, asked);
  asked.catch(() => KNOWN.delete(mode));
  return asked;
}
