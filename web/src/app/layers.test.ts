/** Holds the arrows between the client's folders; an import of a type counts like any other. */
import { expect, it } from 'vitest';

/** From the top down: a folder imports from those below it only. */
const LAYERS = ['app', 'pages', 'seat_texts', 'games', 'live', 'kernels', 'ui', 'base'];

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^'?]*)/g;

const SOURCES = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('/src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true }),
  ).map(([path, text]) => [path.replace('/src/', ''), text]),
);

interface Import {
  from: string;
  to: string;
}

function isTestOnly(path: string): boolean {
  return path.endsWith('.test.ts') || path.includes('/testing/');
}

/** The file that a relative import means; drawings, style sheets and kernels are no modules. */
function resolve(from: string, wanted: string): string | null {
  if (/\.(css|svg|json|txt|wasm)$/.test(wanted)) return null;
  const parts = from.split('/').slice(0, -1);
  for (const part of wanted.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  const path = parts.join('/');
  const found = ['', '.ts', '.svelte.ts', '/index.ts'].map((end) => path + end).find((file) => file in SOURCES);
  if (found === undefined) throw new Error(`${from} imports ${wanted}, which is not there`);
  return found;
}

function importsOf(sources: Record<string, string>): Import[] {
  return Object.entries(sources)
    .filter(([from]) => !isTestOnly(from))
    .flatMap(([from, text]) =>
      [...text.matchAll(IMPORT)].flatMap(([, wanted = '']) => {
        const to = resolve(from, wanted);
        return to === null ? [] : [{ from, to }];
      }),
    );
}

const IMPORTS = importsOf(SOURCES);

/** The arrows among the files and folders of every folder: `base` has `i18n -> storage.ts`. */
function arrows(imports: readonly Import[]): Map<string, Map<string, Set<string>>> {
  const all = new Map<string, Map<string, Set<string>>>();
  for (const { from, to } of imports) {
    const [one, two] = [from.split('/'), to.split('/')];
    const fork = one.findIndex((part, i) => part !== two[i]);
    if (fork < 0) continue;
    const folder = one.slice(0, fork).join('/');
    const inside = all.get(folder) ?? new Map<string, Set<string>>();
    inside.set(one[fork]!, (inside.get(one[fork]!) ?? new Set()).add(two[fork]!));
    all.set(folder, inside);
  }
  return all;
}

/** One cycle of the arrows as a list of names, or null. */
function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>();
  function walk(node: string, path: string[]): string[] | null {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  }
  for (const node of graph.keys()) {
    const cycle = walk(node, []);
    if (cycle) return cycle;
  }
  return null;
}

const cyclesIn = (imports: readonly Import[]): string[] =>
  [...arrows(imports)].flatMap(([folder, graph]) => {
    const cycle = cycleIn(graph);
    return cycle ? [`${folder || 'src'}: ${cycle.join(' -> ')}`] : [];
  });

const upward = (imports: readonly Import[]): Import[] =>
  imports.filter(({ from, to }) => {
    const [one, two] = [from, to].map((path) => LAYERS.indexOf(path.split('/')[0] ?? ''));
    return one! > two!;
  });

const CHAPTER = /^games\/(\w+)\/chapters\/(\d+)\//;

/** Imports of what a chapter keeps sealed, by others than the chapter and those behind it. */
const unsealed = (imports: readonly Import[]): Import[] =>
  imports.filter(({ from, to }) => {
    const [, game, chapter] = CHAPTER.exec(to) ?? [];
    const [, here, reader] = CHAPTER.exec(from) ?? [];
    return game !== undefined && !(here === game && Number(reader) >= Number(chapter));
  });

it('knows every folder as a layer', () => {
  expect([...new Set(Object.keys(SOURCES).map((path) => path.split('/')[0]))].sort()).toEqual([...LAYERS].sort());
});

it('lets no layer import from one above it', () => {
  expect(IMPORTS.length).toBeGreaterThan(500);
  expect(upward(IMPORTS)).toEqual([]);
});

it('lets no files or folders import each other in a circle', () => {
  expect(cyclesIn(IMPORTS)).toEqual([]);
});

it('sees an arrow that points up and a circle', () => {
  const wrong = { from: 'base/storage.ts', to: 'live/talk/talk.svelte.ts' };
  expect(upward([...IMPORTS, wrong])).toEqual([wrong]);
  expect(cyclesIn([...IMPORTS, wrong])[0]).toMatch(/^src: /);
  const inside = { from: 'base/storage.ts', to: 'base/i18n/texts.svelte.ts' };
  expect(cyclesIn([...IMPORTS, inside])).toEqual(['base: i18n -> storage.ts -> i18n']);
});

it('lets nobody import what a chapter of a campaign keeps sealed', () => {
  expect(unsealed(IMPORTS)).toEqual([]);
  const chapter = (n: number): string => `games/towers/chapters/${n}/index.ts`;
  const wrong = { from: 'games/towers/skin.ts', to: chapter(3) };
  const early = { from: chapter(2), to: chapter(3) };
  expect(unsealed([wrong, early, { from: chapter(4), to: chapter(3) }])).toEqual([wrong, early]);
});

it('sees imports of types, of components and those made later', () => {
  const sources = {
    'app/a.ts': "import type { Table } from '../base/api/types';\nexport { say } from '../base/i18n/texts.svelte';",
    'app/b.svelte': "const page = () => import('../pages/operator/OperatorPage.svelte');",
  };
  expect(importsOf(sources).map(({ to }) => to)).toEqual([
    'base/api/types.ts',
    'base/i18n/texts.svelte.ts',
    'pages/operator/OperatorPage.svelte',
  ]);
});
