/**
 * Runs after Vite's build: writes each page's HTML into `dist/.pages`, with its markup, its styles, the script that runs
 * first, and the names of its files, so that the browser requests all of them at once.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';
import { landing, pages } from './pages.ts';

const web = fileURLToPath(new URL('..', import.meta.url));

/** Builds a module for Node and loads it. `css` is the text of its style sheets, with the client build's URLs. */
async function loadBuilt<T>(entry: string): Promise<{ module: T; css: string }> {
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
async function bundleAlone(entry: string, format: 'es' | 'iife'): Promise<string> {
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

const dist = `${web}dist/`;

const out = `${dist}.pages/`;

const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Manifest;

function chunkOf(key: string): Manifest[string] {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}.`);
  return chunk;
}

const sizeOf = (file: string): number => statSync(dist + file).size;

/**
 * The files of these modules and their imports, without duplicates, in request order: first the largest, which takes
 * longest, then from small to large, so that a connection is soon free for the next.
 */
function filesOf(keys: readonly string[]): string[] {
  const seen = new Set(keys);
  for (const key of seen) for (const imported of chunkOf(key).imports ?? []) seen.add(imported);
  const files = [...new Set([...seen].map((key) => chunkOf(key).file))].toSorted(
    (a, b) => sizeOf(a) - sizeOf(b),
  );
  return [...files.slice(-1), ...files.slice(0, -1)];
}

/** Writes a script under a name that contains its hash; returns its path in `dist`. */
function writeScript(name: string, code: string): string {
  const file = `assets/${name}-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
  writeFileSync(dist + file, code);
  return file;
}

function fontFile(): string {
  const file = readdirSync(`${dist}assets`).find((name) => /^inter-latin-wght-normal.*\.woff2$/.test(name));
  if (!file) throw new Error('The build contains no font.');
  return `assets/${file}`;
}

type Parts = { title?: string; head: string; before?: string; root: string; after: string };

/** Puts a page's parts into `index.html`, which the development server uses unchanged. */
function pageOf(template: string, { title, head, before = '', root, after }: Parts): string {
  return template
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/<title>[^<]*/, (all) => (title ? `<title>${title}` : all))
    .replace(/\s*<\/head>/, () => `\n    ${head}\n  </head>`)
    .replace(/<div id="root">[\s\S]*<\/div>/, () => `${before}<div id="root">${root}</div>${after}`);
}

const templateOf = (id: string, markup: string) => `<template id="${id}">${markup}</template>\n    `;

const template = readFileSync(`${web}index.html`, 'utf8');

const [head, landingCode, boots, land] = [
  await bundleAlone('src/app/documents/head.ts', 'iife'),
  await bundleAlone(landing.script, 'es'),
  await loadBuilt<typeof import('../src/app/documents/render-documents.tsx')>(
    'src/app/documents/render-documents.tsx',
  ),
  await loadBuilt<typeof import('../src/app/documents/render-landing.tsx')>(
    'src/app/documents/render-landing.tsx',
  ),
];

const style = `/${chunkOf('style.css').file}`;

// Low priority, also for its imports: the page's API calls are small and should go first.
const script = (file: string) =>
  `<script type="module" crossorigin fetchpriority="low" src="/${file}"></script>`;

const font = `<link rel="preload" href="/${fontFile()}" as="font" type="font/woff2" crossorigin fetchpriority="low" />`;

const first = (css: string) => `<style>${css}</style>\n    <script>${head}</script>`;

rmSync(out, { recursive: true, force: true });

mkdirSync(out);

const app = 'src/main.tsx';

for (const { name, screen } of pages) {
  const files = filesOf(screen ? [app, screen] : [app]);
  const preloads = files.map(
    (file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}" />`,
  );
  const { root, codeMissing } = boots.module.renderBoot(name);
  const html = pageOf(template, {
    head: [
      first(boots.css),
      `<link rel="preload" href="${style}" as="style" />`,
      ...preloads,
      script(chunkOf(app).file),
      font,
    ].join('\n    '),
    before: templateOf('code-missing', codeMissing),
    root,
    // After the markup, which the browser can draw before the style sheet arrives.
    after: `\n    <link rel="stylesheet" href="${style}" />`,
  });
  writeFileSync(`${out}${name}.html`, html);
  if (name === 'app') writeFileSync(`${dist}index.html`, html);
}

const { title, root, offline } = land.module.renderLanding();

writeFileSync(
  `${out}${landing.name}.html`,
  pageOf(template, {
    title,
    head: [
      first(land.css),
      font,
      `<meta name="app-style" content="${style}" />`,
      `<meta name="app-script" content="/${chunkOf(app).file}" />`,
      script(writeScript(landing.name, landingCode)),
    ].join('\n    '),
    before: templateOf('offline', offline),
    root,
    after: '',
  }),
);

const addresses = [...pages, landing].map(({ name, at }) => ({ name, at }));

writeFileSync(`${out}pages.json`, JSON.stringify(addresses));

console.log(`wrote ${addresses.length} pages`);
