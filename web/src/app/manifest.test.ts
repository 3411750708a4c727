import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PUBLIC = new URL('../../public/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, PUBLIC));

type Icon = { src: string; sizes: string; type: string; purpose: string };
const manifest = JSON.parse(read('site.webmanifest').toString()) as { icons: Icon[] };

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
