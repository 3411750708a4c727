import { readFileSync } from 'node:fs';
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

/** A script before anything is drawn, so that a chosen theme does not flash. It is a file: nothing inline is allowed. */
function themeFirst(): Plugin {
  const source = readFileSync(new URL('theme-first.js', import.meta.url), 'utf8');
  return {
    name: 'theme-first',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name: 'theme-first.js', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /theme-first.*\.js$/.test(name));
        if (!file) throw new Error('The build has lost theme-first.js.');
        return [{ tag: 'script', attrs: { src: `/${file}` }, injectTo: 'head-prepend' as const }];
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), preloadInter(), themeFirst()],
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
