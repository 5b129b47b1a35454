import { svelte } from '@sveltejs/vite-plugin-svelte';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';

// `npm run dev` beside a running server: everything but the client comes from there.
const server = loadEnv('', '.', 'TILEFOLK_')['TILEFOLK_SERVER'] ?? 'http://localhost:8000';

const CHAPTER = /games\/(\w+)\/chapters\/(\w+)\//;

/** What belongs to a chapter of a campaign lies in a folder of its own, which the server guards. */
function inChapter(sources: readonly string[], otherwise: string, file: string): string {
  const found = new Set(sources.flatMap((path) => CHAPTER.exec(path)?.slice(1).join('/') ?? []));
  if (found.size > 1) throw new Error(`one file for several chapters: ${[...found].join(', ')}`);
  const [chapter] = found;
  return chapter ? `assets/chapters/${chapter}/${file}` : `assets/${otherwise}`;
}

const output = {
  chunkFileNames: ({ moduleIds }: { moduleIds: readonly string[] }): string =>
    inChapter(moduleIds, '[name]-[hash].js', 'drawing-[hash].js'),
  assetFileNames: ({ originalFileNames }: { originalFileNames: readonly string[] }): string =>
    inChapter(originalFileNames, '[name]-[hash][extname]', 'drawing-[hash][extname]'),
};

// The kernels are no part of the page: one asks for them where they are needed.
const input = { index: 'index.html', kernels: 'src/kernels/client.ts' };

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    outDir: '../src/tilefolk/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input, output, preserveEntrySignatures: 'exports-only' },
    license: { fileName: 'third_party_notices.txt' },
  },
  worker: { format: 'es' },
  server: {
    fs: { allow: ['.', '../src/tilefolk/twin/core'] },
    proxy: { '/api': { target: server, ws: true }, '/me/': server },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
