import { createHash, randomInt } from 'node:crypto';
import { staffAccess } from '@drumbeat/contract/staff-roles.ts';
import type { Sizes } from './fill.ts';

/** A staff call that reads something. */
type LookCall = Extract<keyof typeof staffAccess, `GET ${string}`>;

/**
 * One thing that staff look at, with another page or other words on each call. `path` receives the previous
 * answer of the same look. A deep one asks for a page far behind, or has to read everything.
 */
export type Look = { name: string; call: LookCall; path: (last: unknown) => string; isDeep?: boolean };

/** Queries by what somebody looks for. */
type Queries = Record<string, () => string>;
/** The query of the next page; null after the last one. */
type Next = (answer: never) => string | null;

const PAGES = 100;
const DAY_MS = 86_400_000;
const page = (): string => `page=${randomInt(1, PAGES + 1)}`;
const md5 = (text: string | number): string => createHash('md5').update(String(text)).digest('hex');
const uuid = (text: string): string => md5(text).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const encoded = encodeURIComponent;

const nextUsers = (answer: { users: { id: string }[]; nextPage: number | null }) =>
  answer.nextPage === null ? null : `page=${answer.nextPage}&before=${answer.users.at(-1)?.id}`;
const nextAudit = (answer: { nextBefore: string | null }) =>
  answer.nextBefore && `before=${answer.nextBefore}`;
const nextEvents = (answer: { next: string | null }) => answer.next && `before=${encoded(answer.next)}`;

/** Every kind of filter and search, and every other staff call that reads. */
export function looksAt(sizes: Sizes): Look[] {
  const person = (): number => randomInt(1, sizes.users + 1);
  const looks = [...lookAtUsers(sizes, person), ...lookAtAudit(sizes, person), ...lookAtFeedback(person)];
  const reads = Object.keys(staffAccess).filter((call): call is LookCall => call.startsWith('GET '));
  const others = reads.filter((call) => !looks.some((look) => look.call === call));
  return [...looks, ...others.map((call) => ({ name: call, call, path: () => exampleOf(call, sizes) }))];
}

/** Looks at one call, by each query. With `next` they go on page by page; `id` is whose page it is. */
function by(
  call: LookCall,
  queries: Queries,
  { next, id = '', isDeep = false }: { next?: Next; id?: string; isDeep?: boolean } = {},
): Look[] {
  return Object.entries(queries).map(([what, query]) => {
    const start = () => `${call.replace('GET ', '').replace(':id', id)}?${query()}`;
    return { name: `${call} ${what}`, call, path: next ? walk(start, next) : start, isDeep };
  });
}

const KEYS: Record<string, string> = {
  flags: 'plans_enabled',
  prompts: 'generate_posts_system',
  'email-templates': 'verify_email',
};

/** The path of a call that has no filters, about somebody or something else each time. */
function exampleOf(call: LookCall, { users, posts }: Sizes): string {
  const id = randomInt(1, (call.includes('/posts/:id') ? posts : users) + 1);
  const [, kind = ''] = /([\w-]+)\/:key/.exec(call) ?? [];
  return call
    .replace('GET ', '')
    .replace(':id', String(id))
    .replace(':key', KEYS[kind] ?? '');
}

/** Pages through a list like someone searching in it, and starts again after the hundredth or last page. */
function walk(from: () => string, next: Next): Look['path'] {
  let at = 0;
  let start = from();
  return (last) => {
    const more = at > 0 && at < PAGES && last ? next(last as never) : null;
    if (more === null) start = from();
    at = more === null ? 1 : at + 1;
    return more === null ? start : `${start}&${more}`;
  };
}

function lookAtUsers({ users, posts, audit }: Sizes, person: () => number): Look[] {
  const all = 'GET /api/admin/users/all';
  const ofStatus = (status: string): Look[] => [
    ...by(all, { [`of status ${status}`]: () => `status=${status}` }, { next: nextUsers }),
    ...by(all, { [`of status ${status}, a page`]: () => `status=${status}&${page()}` }),
  ];
  const q = (text: unknown) => `q=${encoded(String(text))}`;
  const tweet = () => 1_890_000_000_000_000_000n + BigInt(randomInt(1, posts));
  return [
    ...['trial', 'subscribed', 'inactive', 'canceling', 'canceled'].flatMap(ofStatus),
    ...by(
      all,
      { 'by a part': () => q('coffee'), 'by both': () => `${q('law.example')}&status=trial` },
      { next: nextUsers },
    ),
    ...by(all, {
      'by a rare part': () => q(md5(person()).slice(0, 8)),
      'by a part, a page': () => `${q('coffee')}&${page()}`,
    }),
    ...by(
      all,
      {
        'by both, a late page': () => `${q('law.example')}&status=trial&${page()}`,
        // One in ten has that part, one in five that status, and no one has both.
        'by both, which nobody has': () => `${q('wine')}&status=trial`,
        'at the end': () => `page=${Math.max(1, Math.ceil(users / 50) - randomInt(1, PAGES))}`,
      },
      { isDeep: true },
    ),
    ...by('GET /api/admin/users', { 'by email': () => q(md5(person()).slice(0, 12)) }),
    ...by('GET /api/admin/search', {
      'for an id': () => q(person()),
      'for an email': () => q(md5(person()).slice(4, 20)),
      'for common words': () => q('coffee'),
      'for a handle': () => q(`@user_${person()}`),
      'for a post': () => q(randomInt(users, posts + 1)),
      'for a tweet': () => q(`https://x.com/i/web/status/${tweet()}`),
      'for a customer of Stripe': () => q(`cus_${md5(person())}`),
      'for a subscription of Stripe': () => q(`sub_${md5(person())}`),
      'for an event of Stripe': () => q(`evt_${person()}`),
      'for an invoice of Stripe': () => q(`in_${md5(person())}`),
      'for a request': () => q(uuid(`request ${randomInt(1, audit + 1)}`)),
      'for a request with feedback': () => q(uuid(`feedback ${randomInt(1, Math.ceil(users / 10) + 1)}`)),
      'for a niche': () => q('photography'),
      'for something that is not there': () => q(`no such ${person()}`),
    }),
    ...by(
      'GET /api/admin/users/:id/timeline',
      { 'of 100,000 posts': () => '' },
      { id: '1', next: nextEvents },
    ),
    ...by('GET /api/admin/users/:id/posts', { 'of 100,000 posts': page }, { id: '1' }),
  ];
}

function lookAtAudit({ audit }: Sizes, person: () => number): Look[] {
  const call = 'GET /api/admin/audit';
  const day = (daysAgo: number): string => encoded(new Date(Date.now() - daysAgo * DAY_MS).toISOString());
  // How many days the log covers; see the fill.
  const days = Math.max(2, Math.floor((audit * 19_000) / DAY_MS));
  const oneDay = (ago: number): string => `from=${day(ago)}&to=${day(ago - 1)}`;
  const queries: Queries = {
    'newest first': () => '',
    'by a member of staff': () => `actor=${randomInt(1, 21)}`,
    'by a customer': () => `actor=${person()}`,
    'by a common action': () => 'action=auth.signed_in',
    'by a rare action': () => 'action=flags.saved',
    'by an action that does not exist': () => 'action=no.such',
    'by the beginning of an action': () => 'q=emails.',
    'by a member of staff and an action': () => `actor=${randomInt(1, 21)}&action=auth.signed_in`,
    'by a kind of target': () => 'target_type=flag',
    'by a target': () => `target_type=user&target=${person()}`,
    "by a target's id alone": () => `target=${person()}`,
    'by an action and a target that do not meet': () => 'action=auth.signed_in&target_type=flag',
    'by a whole email': () => 'q=staff%40drumbeat.example',
    'by a request id': () => `q=${uuid(`request ${randomInt(1, audit + 1)}`)}`,
    'up to a day': () => `to=${day(randomInt(1, days))}`,
    'of one day': () => oneDay(randomInt(1, days)),
    'of one day by an action': () => `${oneDay(randomInt(1, days))}&action=emails.sent_by_staff`,
  };
  return [
    ...by(call, queries, { next: nextAudit }),
    ...by(call, { 'from anywhere': () => `before=${randomInt(1, audit)}` }, { isDeep: true }),
    ...by(
      'GET /api/admin/users/:id/timeline',
      { 'of staff': () => 'source=audit' },
      { id: '2', next: nextEvents },
    ),
  ];
}

function lookAtFeedback(person: () => number): Look[] {
  return [
    ...by('GET /api/admin/feedback', {
      'a page': page,
      'of a category': () => `category=bug&${page()}`,
      'by rating': () => `min_rating=4&max_rating=5&${page()}`,
      'by rare words': () => `q=${encoded(`number ${randomInt(1, 1_000)}`)}`,
      'by common words': () => `q=coffee&${page()}`,
      'by common words and category': () => `q=coffee&category=feature&${page()}`,
      'by words that are not there': () => `q=no+such+${person()}`,
    }),
    ...by('GET /api/admin/niche-requests', { all: () => 'limit=500', 'by words': () => 'q=chess' }),
  ];
}
