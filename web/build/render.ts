import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const web = fileURLToPath(new URL('..', import.meta.url));

/** Builds a module for Node and loads it. `css` is the text of its style sheets, with the client build's URLs. */
export async function loadBuilt<T>(entry: string): Promise<{ module: T; css: string }> {
  const outDir = `${web}dist/.render`;
  await build({
    root: web,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      ssrEmitAssets: true,
      manifest: false,
      copyPublicDir: false,
    },
  });
  const files = readdirSync(outDir, { recursive: true }).map(String);
  const read = (end: string) => files.filter((file) => file.endsWith(end));
  const [script] = read('.js').filter((file) => !file.includes('/'));
  const css = read('.css').map((file) => readFileSync(`${outDir}/${file}`, 'utf8'));
  const module = (await import(pathToFileURL(`${outDir}/${script}`).href)) as T;
  rmSync(outDir, { recursive: true });
  return { module, css: css.join('').trim() };
}

/**
 * A module and its imports as one script: `iife` for an inline one, `es` for a file. Throws if one of them is a style
 * sheet.
 */
export async function bundleAlone(entry: string, format: 'es' | 'iife'): Promise<string> {
  const built = await build({
    root: web,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: ['chrome123', 'firefox128', 'safari17.5'],
      modulePreload: false,
      rolldownOptions: { input: `${web}${entry}`, output: { format, codeSplitting: false } },
    },
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [chunk, ...others] = outputs;
  if (chunk?.type !== 'chunk' || others.length > 0)
    throw new Error(`${entry} was built into more than one script.`);
  if (chunk.code.includes('</'))
    throw new Error(`${entry} contains '</', which would end its inline script.`);
  return chunk.code.trim();
}
