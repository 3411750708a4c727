import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, bearer, startBench, type Tokens } from '../../test/harness.ts';
import {
  checkerFor,
  haveProviderFiles,
  needsProviderFiles,
  readProviderFile,
} from '../../test/provider-schemas.ts';
import { weightedLength } from './text.ts';

interface Shown {
  text: string;
  created_at?: string;
  entities?: {
    urls: { start: number; end: number; url: string; expanded_url: string; display_url: string }[];
  };
}

let bench: Bench;

let ada: Tokens;

beforeAll(async () => {
  bench = await startBench();
});

afterAll(() => bench.close());

beforeEach(async () => {
  await bench.control('POST', '/reset');
  ada = await bench.connect('ada');
});

async function answer(query: string): Promise<{ json: { data?: Shown[] }; headers: Headers }> {
  const me = await bench.send('GET', '/x/2/users/me', { headers: bearer(ada) });
  const { id } = (me.json as { data: { id: string } }).data;
  return bench.send('GET', `/x/2/users/${id}/tweets${query}`, { headers: bearer(ada) });
}

async function shown(typed: string): Promise<Shown> {
  expect((await bench.tweet(ada, typed)).status).toBe(201);
  const { json } = await answer('?tweet.fields=entities');
  const [post] = json.data ?? [];
  if (!post) throw new Error('the timeline is empty');
  return post;
}

describe('X shows', () => {
  it('a text escaped, in NFC and trimmed, and the truth knows it as typed', async () => {
    const typed = ' Salt & pepper <3, cafe\u0301, and &amp; ';
    const made = await bench.tweet(ada, typed);
    const text = 'Salt &amp; pepper &lt;3, caf\u00e9, and &amp;amp;';
    expect((made.json as { data: Shown }).data.text).toBe(text);
    expect((await answer('')).json.data?.[0]?.text).toBe(text);
    expect((await bench.tweets('ada'))[0]?.text).toBe(typed);
  });

  it.each([
    ['See https://example.com/a?b=c&d=e.', 'See LINK.', 'https://example.com/a?b=c&d=e'],
    ['Https://Example.com/A', 'LINK', 'https://example.com/A'],
    ['(HTTP://example.com/x)', '(LINK)', 'http://example.com/x'],
    ['on example.com/x, now', 'on LINK, now', 'http://example.com/x'],
    ['Bei müller.de!', 'Bei LINK!', 'http://xn--mller-kva.de'],
    ['http://日本語.jp/x です', 'LINK です', 'http://xn--wgv71a119e.jp/x'],
  ])('%j with its link as one of t.co, and where it leads', async (typed, text, leadsTo) => {
    const post = await shown(typed);
    const [url] = post.entities?.urls ?? [];
    expect(url).toMatchObject({
      expanded_url: leadsTo,
      url: expect.stringMatching(/^https:\/\/t\.co\/\w{10}$/),
    });
    expect(post.text).toBe(text.replace('LINK', url?.url ?? ''));
  });

  it('the position of each link in its text, in characters', async () => {
    const post = await shown('👍 & a.com/a-very-long-path-with-words and b.com');
    const urls = post.entities?.urls ?? [];
    expect(urls.map(({ display_url }) => display_url)).toEqual(['a.com/a-very-long-path-wit…', 'b.com']);
    const characters = [...post.text];
    for (const { start, end, url } of urls) expect(characters.slice(start, end).join('')).toBe(url);
  });
});

describe.skipIf(!haveProviderFiles)(needsProviderFiles, () => {
  it('a post with links fits', async () => {
    await shown('👍 & a.com and b.com');
    const { json } = await answer('?tweet.fields=entities,created_at');
    expect(json.data?.[0]?.entities?.urls).toHaveLength(2);
    expect(checkerFor('x')('GetUsersPostsResponse', json)).toEqual([]);
  });
});

describe.skipIf(!haveProviderFiles)(needsProviderFiles, () => {
  const cases = weightedCases();

  it('has cases', () => {
    expect(cases.length).toBeGreaterThan(10);
  });

  it.each(cases)('%s', (_what, text, length) => {
    expect(weightedLength(text)).toBe(length);
  });
});

// The strings are JSON strings but for \U escapes, and the layout is regular enough to read by line.
// The first section follows the older rule, which counted an emoji by its parts: its emoji are left out.
function weightedCases(): [string, string, number][] {
  if (!haveProviderFiles) return [];
  const file = readProviderFile('x/twitter-text/validate.yml');
  const older = casesIn(sectionOf(file, 'WeightedTweetsCounterTest'));
  const newer = casesIn(sectionOf(file, 'WeightedTweetsWithDiscountedEmojiCounterTest'));
  return [...older.filter(([, text]) => !/\p{RGI_Emoji}/v.test(text)), ...newer];
}

function sectionOf(file: string, name: string): string {
  return (file.split(`${name}:`)[1] ?? '').split(/\n {2}\w/)[0] ?? '';
}

function casesIn(section: string): [string, string, number][] {
  const pattern = /- description: "(.*)"\n\s+text: "(.*)"\n\s+expected:\n\s+weightedLength: (\d+)/g;
  return [...section.matchAll(pattern)].map(([, what = '', text = '', length]) => [
    what,
    JSON.parse(`"${text.replace(/\\U([0-9a-fA-F]{8})/g, (_, hex: string) => fromHex(hex))}"`) as string,
    Number(length),
  ]);
}

function fromHex(hex: string): string {
  return String.fromCodePoint(Number.parseInt(hex, 16));
}
