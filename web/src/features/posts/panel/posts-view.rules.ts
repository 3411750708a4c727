import { POSTS_PAGE_SIZE } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Post, PostStatus } from '@drumbeat/contract/posts/posts.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { startOfDay } from '../wall-clock.rules.ts';

/** The minimum length of a search (DASH-31). */
const SEARCH_MIN = 2;

const windows = ['all', 'today', 'week', 'month'] as const;
export type When = (typeof windows)[number];

const groups = {
  all: ['Pending', 'Processing', 'Failed', 'Posted'],
  scheduled: ['Pending', 'Processing'],
  failed: ['Failed'],
  posted: ['Posted'],
} as const satisfies Record<string, readonly PostStatus[]>;
export type StatusGroup = keyof typeof groups;

const layouts = ['list', 'calendar'] as const;
export type Layout = (typeof layouts)[number];

/** Which posts are shown, and how; kept in the URL. */
export type PostsView = { layout: Layout; search: string; when: When; status: StatusGroup; page: number };

const isWhen = (text: string | null): text is When => windows.some((name) => name === text);
const isGroup = (text: string | null): text is StatusGroup =>
  Object.keys(groups).some((name) => name === text);

export function readView(params: URLSearchParams): PostsView {
  const when = params.get('when');
  const status = params.get('status');
  const page = Number(params.get('page'));
  return {
    layout: params.get('view') === 'calendar' ? 'calendar' : 'list',
    search: params.get('q') ?? '',
    when: isWhen(when) ? when : 'all',
    status: isGroup(status) ? status : 'all',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The URL parameters after a change, without defaults. All changes except of the page go to page 1. */
export function writeView(params: URLSearchParams, change: Partial<PostsView>): URLSearchParams {
  const next = { ...readView(params), page: 1, ...change };
  const written = new URLSearchParams(params);
  const put = (name: string, value: string, unsaid: string): void => {
    if (value === unsaid) written.delete(name);
    else written.set(name, value);
  };
  put('view', next.layout, 'list');
  put('q', next.search, '');
  put('when', next.when, 'all');
  put('status', next.status, 'all');
  put('page', String(next.page), '1');
  return written;
}

/** Whether the view has a search text. */
export function isSearching(view: PostsView): boolean {
  return view.search.trim().length >= SEARCH_MIN;
}

/** Whether the view filters nothing out. */
export function isWhole(view: PostsView): boolean {
  return !isSearching(view) && view.when === 'all' && view.status === 'all';
}

/** Whether posts of the history can match: they are all published, and time filters only look ahead. */
export function mayBePast(view: PostsView): boolean {
  return view.when === 'all' && (view.status === 'all' || view.status === 'posted');
}

const daysOf = { today: 1, week: 7, month: 30 } as const;

/** Whether an instant is in a window; any time also has posts without a valid date. */
function windowOf(when: When, now: number, zone: string): (time: number) => boolean {
  if (when === 'all') return () => true;
  const [from, until] = [startOfDay(now, zone), startOfDay(now, zone, daysOf[when])];
  return (time) => time >= from && time < until;
}

/** The matching posts; time filters start at the beginning of the day in the person's zone. */
export function filterPosts(posts: readonly Post[], view: PostsView, now: number, zone: string): Post[] {
  const needle = view.search.trim().toLowerCase();
  const wanted: readonly PostStatus[] = groups[view.status];
  const isInWindow = windowOf(view.when, now, zone);
  return posts.filter((post) => {
    return (
      wanted.includes(post.status) &&
      isInWindow(Date.parse(post.scheduledTime)) &&
      (needle.length < SEARCH_MIN || post.content.toLowerCase().includes(needle))
    );
  });
}

/** When a post is due; one without a valid date stands before all others. */
function timeOf(post: Post): number {
  const time = Date.parse(post.scheduledTime);
  return Number.isFinite(time) ? time : Number.NEGATIVE_INFINITY;
}

/**
 * Upcoming posts and those of the last day first, soonest first; then older published posts, newest first.
 * `openedAt` stays fixed while the list is on screen, so that a post does not jump when it is published.
 */
export function orderPosts(posts: readonly Post[], openedAt: number): Post[] {
  const isPast = (post: Post): boolean =>
    post.status === 'Posted' && Date.parse(post.scheduledTime) < openedAt - DAY_MS;
  const byTime = (a: Post, b: Post): number => timeOf(a) - timeOf(b) || Number(a.id) - Number(b.id);
  const current = posts.filter((post) => !isPast(post)).sort(byTime);
  const past = posts.filter(isPast).sort((a, b) => byTime(b, a));
  return [...current, ...past];
}

export type Page<T> = { items: T[]; page: number; pages: number; total: number };

/** The page of the post that has this many posts before it. */
export function pageWith(before: number): number {
  return Math.floor(before / POSTS_PAGE_SIZE) + 1;
}

/** One page of ten; a page beyond the end returns the last one. */
export function pageOf<T>(items: readonly T[], page: number): Page<T> {
  const pages = Math.max(1, Math.ceil(items.length / POSTS_PAGE_SIZE));
  const shown = Math.min(page, pages);
  return {
    items: items.slice((shown - 1) * POSTS_PAGE_SIZE, shown * POSTS_PAGE_SIZE),
    page: shown,
    pages,
    total: items.length,
  };
}
