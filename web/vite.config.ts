import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunks.ts';

const apiOrigin = process.env.API_ORIGIN ?? 'http://localhost:3000';

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react()],
  server: { proxy: { '/api': apiOrigin } },
  preview: { proxy: { '/api': apiOrigin } },
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // Small files stay files: the content security policy allows no script but ours and the pages' own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One style sheet: a first visit asks for one file, and no later screen waits for its own.
    cssCodeSplit: false,
    manifest: true,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            // The pages of a production build are written around its files; a development build is one plain page.
            input: mode === 'development' ? 'index.html' : { app: 'src/main.tsx' },
            output: { codeSplitting: { groups: chunkGroups } },
          },
        }),
  },
}));
