import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { XPost } from '../../../providers/x/x.ts';
import {
  type AttemptEnd,
  beginsWithName,
  comparable,
  findOnTimeline,
  findSameWords,
  type Match,
  matchRestored,
  searchStart,
} from './matching.rules.ts';

const at = (iso: string) => new Date(iso);
const A = 'https://t.co/aB3dE6gH9k';
const B = 'https://t.co/zY8xW5vU2t';

/** A post as X shows it: its text, and where each of its links leads. */
function shown(text: string, leads: Record<string, string | null> = {}, tweetId = '1'): XPost {
  const urls = Object.entries(leads).map(([url, expandedUrl]) => ({ url, expandedUrl }));
  return { tweetId, text, urls, createdAt: at('2026-11-21T09:00:00Z') };
}

function find(ours: string, ...timeline: XPost[]): Match | undefined {
  return findOnTimeline(ours, timeline, new Set());
}

describe('a post is found where X', () => {
  test.each([
    ['escapes', 'Salt & pepper <3 >_<', 'Salt &amp; pepper &lt;3 &gt;_&lt;'],
    ['escapes what a person typed as an escape', 'Write &amp; for &', 'Write &amp;amp; for &amp;'],
    ['collapses white space', '  two  lines\n\nhere ', 'two lines here'],
    ['composes accents', 'cafe\u0301', 'caf\u00e9'],
  ])('%s', (_, ours, text) => {
    const post = shown(text);
    expect(find(ours, post)).toEqual({ post, isLinkBlind: false });
  });

  test.each([
    ['shows a link', 'See https://example.com/a?b=c now', `See ${A} now`, 'https://example.com/a?b=c'],
    ['writes scheme and host in small letters', 'HTTPS://Example.COM/A', A, 'https://example.com/A'],
    ['writes a host in punycode', 'Bei Müller.de!', `Bei ${A}!`, 'http://xn--mller-kva.de'],
    ['links within words of another script', 'これはexample.jpです', `これは${A}です`, 'http://example.jp'],
    ['links an address with &', 'a.co/?x=1&y=2 & more', `${A} &amp; more`, 'http://a.co/?x=1&y=2'],
    ['encodes a path', 'http://a.co/é/%c3%a9', A, 'http://a.co/%C3%A9/é'],
    ['leaves a t.co link unchanged', `Again ${A}`, `Again ${A}`, 'https://example.com/'],
    ['ends a link before a mark that is in it, too', 'a.co/x,y, z', `${A}, z`, 'http://a.co/x,y'],
  ])('%s', (_, ours, text, leadsTo) => {
    const post = shown(text, { [A]: leadsTo });
    expect(find(ours, post)).toEqual({ post, isLinkBlind: false });
  });

  test('shows two links, each of which leads where ours does', () => {
    const post = shown(`${A}/${B} end`, { [A]: 'https://a.co/x', [B]: 'https://b.co/' });
    expect(find('https://a.co/x/b.co end', post)).toEqual({ post, isLinkBlind: false });
    expect(find('https://a.co/y/b.co end', post)).toBeUndefined();
    expect(find('https://a.co/x/c.co end', post)).toBeUndefined();
  });
});

describe('two posts are different where', () => {
  test.each([
    ['their case differs', 'good', 'Good', {}],
    ['one has an escape as typed', 'Salt & pepper', 'Salt &amp;amp; pepper', {}],
    ['the case of a path differs', 'https://a.co/Abc', A, { [A]: 'https://a.co/abc' }],
    ['the scheme differs', 'http://a.co/', A, { [A]: 'https://a.co/' }],
    ['one link has more behind', 'https://a.co/1/2', A, { [A]: 'https://a.co/1' }],
    ['a link would cover two words', 'a.co/x y', A, { [A]: 'http://a.co/x%20y' }],
  ])('%s', (_, ours, text, leads) => {
    expect(find(ours, shown(text, leads))).toBeUndefined();
  });
});

describe('where X does not report where a link leads', () => {
  const weekly = 'New episode: https://a.co/1';

  test('the words alone decide, and the match says so', () => {
    for (const leads of [{}, { [A]: null }, { [B]: 'https://a.co/1' }]) {
      const post = shown(`New episode: ${A}`, leads);
      expect(find(weekly, post)).toEqual({ post, isLinkBlind: true });
    }
    expect(find('New episode: soon', shown(`New episode: ${A}`))).toBeUndefined();
    expect(find('New episode: a.co and more', shown(`New episode: ${A}`))).toBeUndefined();
  });

  test('the links that it reports must still be ours', () => {
    const post = shown(`${A} ${B}`, { [A]: 'https://a.co/1' });
    expect(find('https://a.co/1 b.co', post)).toMatchObject({ isLinkBlind: true });
    expect(find('https://a.co/2 b.co', post)).toBeUndefined();
  });

  test('a sure match goes first', () => {
    const blind = shown(`New episode: ${B}`, {}, '2');
    const sure = shown(`New episode: ${A}`, { [A]: 'https://a.co/1' });
    expect(find(weekly, blind, sure)).toEqual({ post: sure, isLinkBlind: false });
  });

  test('the same words are found on request, wherever the links lead', () => {
    const other = shown(`New episode: ${A}`, { [A]: 'https://a.co/2' });
    expect(findSameWords(weekly, [other], new Set())).toBe(other);
    expect(findSameWords(weekly, [shown('New episode: soon')], new Set())).toBeUndefined();
    expect(findSameWords(weekly, [other], new Set(['1']))).toBeUndefined();
  });
});

test('a text that could match in a million ways takes no time', () => {
  const ours = `${'a.co/'.repeat(2_000)} end`;
  const text = `${`${A}/`.repeat(8)}${B} end`;
  const before = performance.now();
  for (const leads of [{}, { [A]: 'https://a.co/1', [B]: 'https://a.co/2' }, { [A]: 'http://a.co/a.co' }])
    expect(find(ours, shown(text, leads))?.isLinkBlind).not.toBe(false);
  expect(performance.now() - before).toBeLessThan(5_000);
});

test('a post that belongs to another of ours is skipped', () => {
  const [first, second] = [shown('Same words', {}, '1'), shown('Same words', {}, '2')];
  expect(findOnTimeline('Same words', [first, second], new Set(['1']))?.post).toBe(second);
  expect(findOnTimeline('Same words', [first, second], new Set(['1', '2']))).toBeUndefined();
});

/** Words and links, as a person may type them. */
const words = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/t\.co|:\/\//i.test(text));
const address = fc
  .tuple(fc.constantFrom('https://', 'HTTP://', ''), fc.domain(), fc.webPath(), fc.webQueryParameters())
  .map(([scheme, host, path, query]) => ({
    typed: `${scheme}${host}${path}?${query}`,
    expanded: `${scheme.toLowerCase() || 'http://'}${host.toLowerCase()}${path}?${query}`,
  }));
const written = fc.array(fc.tuple(words, address), { maxLength: 4 });

/** The post as X shows it; `change` alters the target of the last link. */
function publish(pieces: [string, { typed: string; expanded: string }][], change = (to: string) => to) {
  const leads: Record<string, string> = {};
  const texts = pieces.map(([text, { expanded }], index) => {
    const short = `https://t.co/${String(index).padStart(10, 'x')}`;
    leads[short] = index === pieces.length - 1 ? change(expanded) : expanded;
    const asShown = text.normalize('NFC').replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
    return `${asShown} ${short}`;
  });
  return shown(texts.join(' '), leads);
}
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const typed = (pieces: [string, { typed: string }][]) =>
  pieces.map(([text, link]) => `${text} ${link.typed}`).join(' ');

describe('any text', () => {
  test('is found as X shows it', () => {
    fc.assert(
      fc.property(written, (pieces) => {
        expect(find(typed(pieces), publish(pieces))).toMatchObject({ isLinkBlind: false });
      }),
      { numRuns: 50 },
    );
  });

  test('is not found where one link leads elsewhere, but has the same words', () => {
    const some = written.filter((pieces) => pieces.length > 0);
    fc.assert(
      fc.property(some, (pieces) => {
        const other = publish(pieces, (to) => `${to}x`);
        expect(find(typed(pieces), other)).toBeUndefined();
        expect(findSameWords(typed(pieces), [other], new Set())).toBe(other);
      }),
      { numRuns: 50 },
    );
  });

  test('equals another one only if they differ in nothing but white space', () => {
    const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(comparable(a) === comparable(b)).toBe(plain(a) === plain(b));
      }),
      { examples: [['&amp;', '&']] },
    );
  });
});

describe('the search for a post goes back', () => {
  const current = { startedAt: at('2026-11-21T12:00:00Z') };
  const first = at('2026-11-21T09:00:00Z');
  const ended = (more: Partial<AttemptEnd>): AttemptEnd => ({
    startedAt: first,
    outcome: 'retry',
    unknownReason: null,
    errorCode: null,
    ...more,
  });

  test.each<[string, Partial<AttemptEnd>]>([
    ['is open', { outcome: null }],
    ['was absent', { outcome: 'absent' }],
    ['failed without a known outcome', { outcome: 'failed', errorCode: 'OUTCOME_UNKNOWN' }],
    ['was not seen on the timeline, and tried again', { outcome: 'retry', unknownReason: 'server_error' }],
    ['was not seen on the timeline, and postponed', { outcome: 'not_sent', unknownReason: 'timeout' }],
  ])('to the first attempt that %s', (_, more) => {
    const later = ended({ ...more, startedAt: at('2026-11-21T10:00:00Z') });
    expect(searchStart([ended(more), later], current)).toEqual(first);
    expect(searchStart([later, ended(more)], current)).toEqual(first);
  });

  test.each<[string, Partial<AttemptEnd>]>([
    ['was refused', { outcome: 'failed', errorCode: 'X_REFUSED' }],
    ['was not sent', { outcome: 'not_sent' }],
    ['was released', { outcome: 'released' }],
    ['X tried and failed', { outcome: 'retry', errorCode: 'X_UNAVAILABLE' }],
    ['X called a duplicate', { outcome: 'failed', errorCode: 'DUPLICATE_TWEET', unknownReason: 'duplicate' }],
    ['is posted', { outcome: 'posted', unknownReason: 'timeout' }],
  ])('only to the present attempt, past one that %s', (_, more) => {
    expect(searchStart([ended(more)], current)).toEqual(current.startedAt);
    expect(searchStart([], current)).toEqual(current.startedAt);
  });
});

test('COST-10 only a text that begins with a name may be taken for a reply', () => {
  for (const text of ['@ada hello', '  @ada', '＠ada']) expect(beginsWithName(text), text).toBe(true);
  for (const text of ['Hello @ada', '.@ada', '', 'ada@example.com'])
    expect(beginsWithName(text), text).toBe(false);
});

const since = at('2026-11-21T09:00:00Z');

function tweet(tweetId: string, text: string, more: Partial<XPost> = {}): XPost {
  return { tweetId, text, urls: [], createdAt: at('2026-11-21T10:00:00Z'), ...more };
}

function linked(tweetId: string, leadsTo: string | null): XPost {
  return tweet(tweetId, `New episode: ${A}`, { urls: [{ url: A, expandedUrl: leadsTo }] });
}

const post = (postId: number, content: string, earliest = since) => ({ postId, content, earliest });

function match(posts: ReturnType<typeof post>[], timeline: XPost[], taken: string[] = [], from = since) {
  const { found, unsure } = matchRestored(posts, timeline, new Set(taken), from);
  return {
    found: found.map((each) => [each.post.postId, each.tweet.tweetId]),
    unsure: unsure.map((each) => each.postId),
  };
}

describe('of posts after a restore', () => {
  test('those whose words and links are on X are published, each by its own post on X', () => {
    const posts = [post(1, 'Alike'), post(2, 'Alike'), post(3, 'New episode: a.co/1')];
    const timeline = [tweet('11', 'Alike'), linked('13', 'http://a.co/1')];
    expect(match(posts, timeline)).toEqual({
      found: [
        [1, '11'],
        [3, '13'],
      ],
      unsure: [],
    });
  });

  test('those whose words are on X with another or an unknown link are unsure', () => {
    const posts = [post(1, 'New episode: a.co/1'), post(2, 'New episode: a.co/2'), post(3, 'Other')];
    expect(match(posts, [linked('11', 'http://a.co/0')])).toEqual({ found: [], unsure: [1, 2] });
    expect(match(posts, [linked('11', null)])).toEqual({ found: [], unsure: [1, 2] });
  });

  test('a post on X that matches one makes no other unsure, in whatever order they were planned', () => {
    const posts = [post(1, 'New episode: a.co/1'), post(2, 'New episode: a.co/2')];
    expect(match(posts, [linked('11', 'http://a.co/2')])).toEqual({ found: [[2, '11']], unsure: [] });
    expect(match(posts, [linked('11', 'http://a.co/2')], ['11'])).toEqual({ found: [], unsure: [] });
  });

  test('one is not matched with a post on X from before its own time', () => {
    const early = at('2026-11-20T09:00:00Z');
    const old = tweet('11', 'Alike', { createdAt: at('2026-11-20T10:00:00Z') });
    expect(match([post(1, 'Alike')], [old], [], early)).toEqual({ found: [], unsure: [] });
    expect(match([post(1, 'Alike', early)], [old], [], early)).toEqual({ found: [[1, '11']], unsure: [] });
    // X's clock may be some minutes behind the database's.
    const late = tweet('11', 'Alike', { createdAt: at('2026-11-21T08:55:00Z') });
    const later = tweet('11', 'Alike', { createdAt: at('2026-11-21T08:54:59Z') });
    expect(match([post(1, 'Alike')], [late], [], early)).toMatchObject({ found: [[1, '11']] });
    expect(match([post(1, 'Alike')], [later], [], early)).toMatchObject({ found: [] });
    // The same link before that time does not make another one after it sure.
    const before = { ...linked('11', 'http://a.co/1'), createdAt: at('2026-11-20T10:00:00Z') };
    const timeline = [linked('12', 'http://a.co/0'), before];
    expect(match([post(1, 'New episode: a.co/1')], timeline, [], early)).toEqual({ found: [], unsure: [1] });
  });
});
