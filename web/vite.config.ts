import { svelte } from '@sveltejs/vite-plugin-svelte';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';

// `npm run dev` beside a running server: everything but the client comes from there.
const server = loadEnv('', '.', 'TILEFOLK_')['TILEFOLK_SERVER'] ?? 'http://localhost:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    outDir: '../src/tilefolk/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'third_party_notices.txt' },
  },
  server: { proxy: { '/api': { target: server, ws: true }, '/me/': server } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
