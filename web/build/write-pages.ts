/**
 * After Vite has built the app: writes each page's HTML into `dist/.pages`, with its own markup and style in it, the script
 * that runs first, and the names of its files, so that the browser asks for all of them at once.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Manifest } from 'vite';
import { landing, pages } from './pages.ts';
import { bundleInline, loadBuilt } from './render.ts';

const web = fileURLToPath(new URL('..', import.meta.url));
const dist = `${web}dist/`;
const out = `${dist}.pages/`;

const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Manifest;

function chunkOf(key: string): Manifest[string] {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}.`);
  return chunk;
}

/** The files of these modules and of all that they import, without doubles. */
function filesOf(keys: readonly string[]): string[] {
  const seen = new Set(keys);
  for (const key of seen) for (const imported of chunkOf(key).imports ?? []) seen.add(imported);
  return [...new Set([...seen].map((key) => chunkOf(key).file))];
}

function fontFile(): string {
  const file = readdirSync(`${dist}assets`).find((name) => /^inter-latin-wght-normal.*\.woff2$/.test(name));
  if (!file) throw new Error('The build has lost the font.');
  return `assets/${file}`;
}

type Parts = { title?: string; head: string; before?: string; root: string; after: string };

/** Puts a page's parts into `index.html`, which Vite serves as it is while we develop. */
function pageOf(template: string, { title, head, before = '', root, after }: Parts): string {
  return template
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/<title>[^<]*/, (all) => (title ? `<title>${title}` : all))
    .replace(/\s*<\/head>/, () => `\n    ${head}\n  </head>`)
    .replace(/<div id="root">[\s\S]*<\/div>/, () => `${before}<div id="root">${root}</div>${after}`);
}

const templateOf = (id: string, markup: string) => `<template id="${id}">${markup}</template>\n    `;

const template = readFileSync(`${web}index.html`, 'utf8');
const [head, boots, land] = [
  await bundleInline('src/app/documents/head.ts'),
  await loadBuilt<typeof import('../src/app/documents/render-documents.tsx')>(
    'src/app/documents/render-documents.tsx',
  ),
  await loadBuilt<typeof import('../src/app/documents/render-landing.tsx')>(
    'src/app/documents/render-landing.tsx',
  ),
];
const style = `/${chunkOf('style.css').file}`;
const script = (file: string) => `<script type="module" crossorigin src="/${file}"></script>`;
const font = `<link rel="preload" href="/${fontFile()}" as="font" type="font/woff2" crossorigin fetchpriority="low" />`;
const first = (css: string) => `<style>${css}</style>\n    <script>${head}</script>\n    ${font}`;

rmSync(out, { recursive: true, force: true });
mkdirSync(out);
for (const { name, modules } of pages) {
  const [entry = '', ...others] = filesOf(['src/main.tsx', ...modules]);
  const preloads = others.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`);
  const { root, codeMissing } = boots.module.renderBoot(name);
  const html = pageOf(template, {
    head: [
      first(boots.css),
      `<link rel="preload" href="${style}" as="style" />`,
      script(entry),
      ...preloads,
    ].join('\n    '),
    before: templateOf('code-missing', codeMissing),
    root,
    // Behind the markup, which the browser draws while the style sheet is on its way.
    after: `\n    <link rel="stylesheet" href="${style}" />`,
  });
  writeFileSync(`${out}${name}.html`, html);
  if (name === 'app') writeFileSync(`${dist}index.html`, html);
}

const [entry = '', ...others] = filesOf([landing.script]);
const { title, root, offline } = land.module.renderLanding();
writeFileSync(
  `${out}${landing.name}.html`,
  pageOf(template, {
    title,
    head: [
      first(land.css),
      `<meta name="app-style" content="${style}" />`,
      script(entry),
      ...others.map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
    ].join('\n    '),
    before: templateOf('offline', offline),
    root,
    after: '',
  }),
);
const addresses = [...pages, landing].map(({ name, at }) => ({ name, at }));
writeFileSync(`${out}pages.json`, JSON.stringify(addresses));
console.log(`wrote ${addresses.length} pages`);
