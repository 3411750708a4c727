import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './chunks.ts';

/** Asks the browser for the one font file that every screen uses before any style sheet names it. */
function preloadInter(): Plugin {
  return {
    name: 'preload-inter',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
        if (!file) return [];
        const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' as const }];
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), preloadInter()],
  server: { proxy: { '/api': process.env.API_ORIGIN ?? 'http://localhost:3000' } },
  preview: { proxy: { '/api': process.env.API_ORIGIN ?? 'http://localhost:3000' } },
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // The content security policy allows nothing inline, so small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});
