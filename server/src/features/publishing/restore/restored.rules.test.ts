import { describe, expect, test } from 'vitest';
import type { XPost } from '../../../providers/x/x.ts';
import { matchRestored } from '../engine/matching.rules.ts';

const at = (iso: string) => new Date(iso);
const since = at('2026-11-21T09:00:00Z');
const short = 'https://t.co/aB3dE6gH9k';

function tweet(tweetId: string, text: string, more: Partial<XPost> = {}): XPost {
  return { tweetId, text, urls: [], createdAt: at('2026-11-21T10:00:00Z'), ...more };
}

function linked(tweetId: string, leadsTo: string | null): XPost {
  return tweet(tweetId, `New episode: ${short}`, { urls: [{ url: short, expandedUrl: leadsTo }] });
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

  test('two with the same words are two posts on X', () => {
    const posts = [post(1, 'Alike'), post(2, 'Alike')];
    const { found } = match(posts, [tweet('11', 'Alike'), tweet('13', 'Alike')]);
    expect(found.map(([postId]) => postId)).toEqual([1, 2]);
    expect(found.map(([, tweetId]) => tweetId).sort()).toEqual(['11', '13']);
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
