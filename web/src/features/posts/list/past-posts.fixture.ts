import type { CallInput, CallOutput } from '@drumbeat/contract/calls.ts';
import { historyCursor, readHistoryCursor, scheduleStart } from '@drumbeat/contract/posts/history.rules.ts';
import type { ListedPost, Post } from '@drumbeat/contract/posts/posts.ts';
import { buildPost } from '../build-post.fixture.ts';

const DAY_MS = 86_400_000;
type List = CallOutput<'GET /api/posts'>;

/** A post that went out so many days before the current schedule begins. */
export function buildPast(days: number, over: Partial<Post> = {}): Post {
  const noon = scheduleStart(Date.now()) - days * DAY_MS + DAY_MS / 2;
  return buildPost({
    id: String(1_000 - days),
    content: `Out ${days} days before.`,
    status: 'Posted',
    scheduledTime: new Date(noon).toISOString(),
    ...over,
  });
}

/** Leaves out what a list leaves out. */
export function listed(post: Post): ListedPost {
  const entries = Object.entries(post).filter(([, value]) => value !== null && value !== false);
  return Object.fromEntries(entries) as ListedPost;
}

const placeOf = (post: Post) => ({ time: Date.parse(post.scheduledTime), id: Number(post.id) });

/** Answers as the server does, from these posts; pages have `size` posts. */
export function answerPosts(all: readonly Post[], size = 100): (made: CallInput<'GET /api/posts'>) => List {
  return ({ query }) => {
    const { before, from = '', ids } = query as Record<string, string | undefined>;
    if (ids !== undefined) return { posts: all.filter(({ id }) => ids.split(',').includes(id)).map(listed) };
    const start = scheduleStart(Date.now());
    const isCurrent = (post: Post) => post.status !== 'Posted' || placeOf(post).time >= start;
    if (before === undefined) {
      const posts = all.filter(isCurrent).map(listed);
      return all.every(isCurrent) ? { posts } : { posts, earlier: historyCursor({ time: start, id: 0 }) };
    }
    const end = readHistoryCursor(before) ?? { time: 0, id: 0 };
    const found = all
      .filter((post) => {
        const { time, id } = placeOf(post);
        return post.status === 'Posted' && (time < end.time || (time === end.time && id < end.id));
      })
      .filter((post) => from === '' || placeOf(post).time >= Date.parse(from))
      .sort((a, b) => placeOf(b).time - placeOf(a).time || placeOf(b).id - placeOf(a).id);
    const page = found.slice(0, size);
    const last = page.at(-1);
    return {
      posts: page.map(listed),
      ...(found.length > size && last ? { earlier: historyCursor(placeOf(last)) } : {}),
    };
  };
}
