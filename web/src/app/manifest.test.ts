import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PUBLIC = new URL('../../public/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, PUBLIC));

type Icon = { src: string; sizes: string; type: string; purpose: string };
type Manifest = {
  id: string;
  name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: Icon[];
};
const manifest = JSON.parse(read('site.webmanifest').toString()) as Manifest;

test('the app can be installed: a name, its own window, and a page to start on', () => {
  expect(manifest).toMatchObject({
    name: 'Drumbeat',
    id: '/dashboard',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
  });
});

/** Width and height of a PNG, from its header. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('every icon is there in the size that it claims, one of them for masks', () => {
  const drawn = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(drawn.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src, sizes } of drawn) expect(sizeOf(read(`.${src}`)), src).toBe(sizes);
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
  for (const { src } of manifest.icons) expect(existsSync(new URL(`.${src}`, PUBLIC)), src).toBe(true);
});
