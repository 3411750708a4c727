import { expect, test } from 'vitest';
import { plainText } from './news.rules.ts';
import { parseFeed } from './parse-feed.ts';

const rss = (items: string, title = 't') =>
  parseFeed(
    `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title>${items}</channel></rss>`,
  );
const atom = (entries: string, title = 't') =>
  parseFeed(`<feed xmlns="http://www.w3.org/2005/Atom"><title>${title}</title>${entries}</feed>`);
const item = (parts: string) => rss(`<item>${parts}</item>`).entries[0];
const entry = (parts: string) => atom(`<entry><title>T</title>${parts}</entry>`).entries[0];
const pubDate = (day: number) => `<pubDate>Sat, ${day} Nov 2026 09:00:00 GMT</pubDate>`;

test('a feed has a title in plain text, and its entries newest first, those without a date last', () => {
  const items = [
    ['none', ''],
    ['old', pubDate(14)],
    ['new', pubDate(21)],
    ['bad', '<pubDate>soon</pubDate>'],
    ['also new', pubDate(21)],
  ].map(([title, date]) => `<item><title>${title}</title>${date}</item>`);
  const { title, entries } = rss(items.join(''), '&lt;b&gt;Shop&lt;/b&gt; news');
  expect(title).toBe('Shop news');
  expect(entries.map((each) => each.title)).toEqual(['new', 'also new', 'old', 'none', 'bad']);
  expect(entries.map((each) => each.publishedAt?.toISOString() ?? null)).toEqual([
    '2026-11-21T09:00:00.000Z',
    '2026-11-21T09:00:00.000Z',
    '2026-11-14T09:00:00.000Z',
    null,
    null,
  ]);
  expect(atom('<entry><title>A</title></entry>', 'Shop').title).toBe('Shop');
  expect(rss('<item><title>A</title></item>', '').title).toBe('');
});

test('an Atom entry leads to its page: not to itself as a feed, nor to a file that belongs to it', () => {
  const link = (rel: string, name: string) => `<link ${rel} href="https://shop.example/${name}"/>`;
  const [self, file] = [link('rel="self"', 'self'), link('rel="enclosure"', 'file')];
  for (const page of [link('rel="alternate"', 'page'), link('', 'page')])
    expect(entry(self + file + page)?.url).toBe('https://shop.example/page');
  expect(entry(self + file)?.url).toBeNull();
});

test.each([
  ['https://shop.example/1', 'https://shop.example/1'],
  [' http://shop.example/1 ', 'http://shop.example/1'],
  ['javascript:alert(1)', null],
  ['/1', null],
  ['https://me@shop.example/1', null],
  [`https://shop.example/${'x'.repeat(479)}`, `https://shop.example/${'x'.repeat(479)}`],
  [`https://shop.example/${'x'.repeat(480)}`, null],
])('a link %j is shown as %j', (link, url) => {
  expect(item(`<title>T</title><link>${link}</link>`)?.url).toBe(url);
});

test('scripts and styles are no text, whatever their case, and one without an end hides the rest', () => {
  const textOf = (html: string) =>
    item(`<title>T</title><description><![CDATA[${html}]]></description>`)?.text;
  expect(textOf('One <STYLE>p { color: red }</STYLE> two <script>a()</script> three')).toBe('One two three');
  expect(textOf('One <style>a {}</style> two <style>b {}</style> three')).toBe('One two three');
  expect(textOf('One <script>two')).toBe('One');
  // What is left of a broken end does not run into the word before it.
  expect(textOf('One<script>two</script')).toBe('One </script');
  expect(textOf('One<style>two</style<style>three')).toBe('One </style');
});

test('an entry is identified by its id, else by its link, else by its title', () => {
  const markOf = (parts: string) => item(parts)?.mark;
  const [guid, link] = ['<guid>g1</guid>', '<link>https://shop.example/1</link>'];
  const marks = [
    `<title>A</title>${link}${guid}`,
    `<title>B</title><link>https://shop.example/2</link>${guid}`,
    `<title>A</title>${link}`,
    `<title>B</title>${link}`,
    '<title>A</title>',
    '<title>A</title><description>Other words</description>',
    '<title>B</title>',
  ].map(markOf);
  const firsts = marks.map((mark) => marks.indexOf(mark));
  expect(firsts).toEqual([0, 0, 2, 2, 4, 4, 6]);
  expect(entry('<id>g1</id>')?.mark).toBe(marks[0]);
});

test.each([
  ['markup', 'A <b>bold</b> claim<br/>here', 'A bold claim here'],
  ['brackets that are no tag', '3 < 4 and 5 > 4', '3 4'],
  ['marks of direction', 'a\u202Eb', 'a b'],
  ['half a character', 'a\uD800b', 'a b'],
])('a text of a stranger is text alone: %s', (_, text, plain) => {
  expect(plainText(text, 100)).toBe(plain);
});

test('a text ends between words, with an ellipsis, within what it may have', () => {
  expect(plainText('one two three', 13)).toBe('one two three');
  expect(plainText('one two three', 12)).toBe('one two…');
  expect(plainText('one two three', 5)).toBe('one…');
  // Where that would leave half or less, a word is cut.
  expect(plainText('one two three', 6)).toBe('one t…');
  expect(plainText('a incomprehensible', 10)).toBe('a incompr…');
});
