import { createHash, randomInt } from 'node:crypto';
import type { staffAccess } from '@drumbeat/contract/staff.ts';
import type { Sizes } from './fill.ts';

/** A staff call that reads something. */
export type LookCall = Extract<keyof typeof staffAccess, `GET ${string}`>;

/**
 * One thing that staff look at, with another page or other words on each call. `path` receives the previous
 * answer of the same look.
 */
export type Look = { name: string; call: LookCall; path: (last: unknown) => string; isDeep?: boolean };

const PAGES = 100;
const page = (): number => randomInt(1, PAGES + 1);
const md5 = (text: string | number): string => createHash('md5').update(String(text)).digest('hex');
const uuid = (text: string): string => md5(text).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const encoded = encodeURIComponent;
const admin = '/api/admin';

/** Pages through a list like someone searching in it, and starts again after the hundredth or last page. */
function walk(from: () => string, next: (answer: never) => string | null): Look['path'] {
  let at = 0;
  let start = from();
  return (last) => {
    const more = at > 0 && at < PAGES && last ? next(last as never) : null;
    if (more === null) start = from();
    at = more === null ? 1 : at + 1;
    return more === null ? start : `${start}${start.includes('?') ? '&' : '?'}${more}`;
  };
}

/** Every list of the console and every kind of search. Pages beyond the first hundred count as deep. */
export function looksAt(sizes: Sizes): Look[] {
  const person = (): number => randomInt(1, sizes.users + 1);
  return [
    ...usersAt(sizes, person),
    ...searches(sizes, person),
    ...aCustomer(sizes, person),
    ...auditAt(sizes, person),
    ...feedbackAndNiches(sizes, person),
    ...figuresAndSettings(),
  ];
}

function usersAt({ users }: Sizes, person: () => number): Look[] {
  const call: LookCall = 'GET /api/admin/users/all';
  const all = `${admin}/users/all`;
  const behind = (answer: { users: { id: string }[]; nextPage: number | null }) =>
    answer.nextPage === null ? null : `page=${answer.nextPage}&before=${answer.users.at(-1)?.id}`;
  const pages = Math.min(PAGES, Math.ceil(users / 50));
  return [
    { name: 'all users', call, path: () => `${all}?page=${randomInt(1, pages + 1)}` },
    ...(['trial', 'subscribed', 'inactive', 'canceling', 'canceled'].flatMap((status) => [
      { name: `users: ${status}, page by page`, call, path: walk(() => `${all}?status=${status}`, behind) },
      {
        name: `users: ${status}, a page by its number`,
        call,
        path: () => `${all}?status=${status}&page=${page()}`,
      },
    ]) satisfies Look[]),
    { name: 'users by a rare part of an email', call, path: () => `${all}?q=${md5(person()).slice(0, 8)}` },
    { name: 'users by a common part, page by page', call, path: walk(() => `${all}?q=coffee`, behind) },
    {
      name: 'users by a common part, a page by its number',
      call,
      path: () => `${all}?q=coffee&page=${page()}`,
    },
    {
      name: 'users by a part and status, page by page',
      call,
      path: walk(() => `${all}?q=law.example&status=trial`, behind),
    },
    {
      name: 'users by a part and status, a late page by its number',
      call,
      path: () => `${all}?q=law.example&status=trial&page=${page()}`,
      isDeep: true,
    },
    // One in ten has that part, one in five that status, and no one has both, so the query must scan
    // everything.
    {
      name: 'users by a part and status that nobody has together',
      call,
      path: () => `${all}?q=wine&status=trial`,
      isDeep: true,
    },
    {
      name: 'all users, deep',
      call,
      path: () => `${all}?page=${Math.max(1, Math.ceil(users / 50) - page())}`,
      isDeep: true,
    },
    {
      name: 'users found by email',
      call: 'GET /api/admin/users',
      path: () => `${admin}/users?q=${md5(person()).slice(0, 12)}`,
    },
  ];
}

function searches({ posts, audit, users }: Sizes, person: () => number): Look[] {
  const asked: Record<string, () => string> = {
    'an id': () => String(person()),
    'an email': () => md5(person()).slice(4, 20),
    'common words': () => 'coffee',
    'a handle': () => `@user_${person()}`,
    "a post's id": () => String(randomInt(users, posts + 1)),
    'a tweet': () => `https://x.com/i/web/status/${1_890_000_000_000_000_000n + BigInt(randomInt(1, posts))}`,
    'a customer of Stripe': () => `cus_${md5(person())}`,
    'a subscription of Stripe': () => `sub_${md5(person())}`,
    'an event of Stripe': () => `evt_${person()}`,
    'an invoice of Stripe': () => `in_${md5(person())}`,
    'a request': () => uuid(`request ${randomInt(1, audit + 1)}`),
    'a request with feedback': () => uuid(`feedback ${randomInt(1, Math.ceil(users / 10) + 1)}`),
    'a niche': () => 'photography',
    'something that is not there': () => `no such ${person()}`,
  };
  return Object.entries(asked).map(([what, q]) => ({
    name: `search for ${what}`,
    call: 'GET /api/admin/search',
    path: () => `${admin}/search?q=${encoded(q())}`,
  }));
}

function aCustomer({ posts }: Sizes, person: () => number): Look[] {
  const of = (rest: string) => () => `${admin}/users/${person()}/${rest}`;
  const next = (answer: { next: string | null }) => answer.next && `before=${encoded(answer.next)}`;
  return [
    { name: 'a customer', call: 'GET /api/admin/users/:id/overview', path: of('overview') },
    { name: 'billing of a customer', call: 'GET /api/admin/users/:id/billing', path: of('billing') },
    { name: 'costs of a customer', call: 'GET /api/admin/users/:id/costs', path: of('costs') },
    { name: 'emails of a customer', call: 'GET /api/admin/users/:id/emails', path: of('emails') },
    { name: 'sessions of a customer', call: 'GET /api/admin/users/:id/sessions', path: of('sessions') },
    {
      name: 'accounts of a customer',
      call: 'GET /api/admin/users/:id/twitter-accounts',
      path: of('twitter-accounts'),
    },
    { name: 'posts of a customer', call: 'GET /api/admin/users/:id/posts', path: of('posts') },
    {
      name: 'posts of a customer with very many',
      call: 'GET /api/admin/users/:id/posts',
      path: () => `${admin}/users/1/posts?page=${page()}`,
    },
    { name: 'timeline of a customer', call: 'GET /api/admin/users/:id/timeline', path: of('timeline') },
    {
      name: 'timeline of a customer with very many, page by page',
      call: 'GET /api/admin/users/:id/timeline',
      path: walk(() => `${admin}/users/1/timeline`, next),
    },
    {
      name: 'timeline of a member of staff, the audit log alone',
      call: 'GET /api/admin/users/:id/timeline',
      path: walk(() => `${admin}/users/2/timeline?source=audit`, next),
    },
    {
      name: 'what happened to a post',
      call: 'GET /api/posts/:id/timeline',
      path: () => `/api/posts/${randomInt(1, posts + 1)}/timeline`,
    },
  ];
}

const DAY_MS = 86_400_000;

function auditAt({ audit }: Sizes, person: () => number): Look[] {
  const call: LookCall = 'GET /api/admin/audit';
  const next = (answer: { nextBefore: string | null }) => answer.nextBefore && `before=${answer.nextBefore}`;
  const day = (daysAgo: number): string => encoded(new Date(Date.now() - daysAgo * DAY_MS).toISOString());
  // How many days the log covers; see the fill.
  const days = Math.max(2, Math.floor((audit * 19_000) / DAY_MS));
  const asked: Record<string, () => string> = {
    'newest first': () => '',
    'by a member of staff': () => `actor=${randomInt(1, 21)}`,
    'by a customer': () => `actor=${person()}`,
    'by a common action': () => 'action=auth.signed_in',
    'by a rare action': () => 'action=flags.saved',
    'by an action that there is not': () => 'action=no.such',
    'by the beginning of an action': () => 'q=emails.',
    'by a member of staff and an action': () => `actor=${randomInt(1, 21)}&action=auth.signed_in`,
    'by a kind of target': () => 'target_type=flag',
    'by a target': () => `target_type=user&target=${person()}`,
    "by a target's id alone": () => `target=${person()}`,
    'by a common action and a kind of target that do not meet': () =>
      'action=auth.signed_in&target_type=flag',
    'by a whole email': () => 'q=staff%40drumbeat.example',
    'by a request id': () => `q=${uuid(`request ${randomInt(1, audit + 1)}`)}`,
    'up to a day': () => `to=${day(randomInt(1, days))}`,
    'of one day': () => {
      const from = randomInt(1, days);
      return `from=${day(from)}&to=${day(from - 1)}`;
    },
    'of one day by an action': () => {
      const from = randomInt(1, days);
      return `from=${day(from)}&to=${day(from - 1)}&action=emails.sent_by_staff`;
    },
  };
  return [
    ...Object.entries(asked).map(([how, query]) => ({
      name: `audit log ${how}`,
      call,
      path: walk(() => `${admin}/audit?${query()}`, next),
    })),
    {
      name: 'audit log, deep',
      call,
      path: () => `${admin}/audit?before=${randomInt(1, audit)}`,
      isDeep: true,
    },
  ];
}

function feedbackAndNiches({ users }: Sizes, person: () => number): Look[] {
  const call = 'GET /api/admin/feedback';
  const list = `${admin}/feedback`;
  const requests = 'GET /api/admin/niche-requests';
  return [
    { name: 'feedback', call, path: () => `${list}?page=${page()}` },
    { name: 'feedback of a category', call, path: () => `${list}?category=bug&page=${page()}` },
    { name: 'feedback by rating', call, path: () => `${list}?min_rating=4&max_rating=5&page=${page()}` },
    {
      name: 'feedback by rare words',
      call,
      path: () => `${list}?q=${encoded(`number ${randomInt(1, Math.ceil(users / 10) + 1)}`)}`,
    },
    { name: 'feedback by common words', call, path: () => `${list}?q=coffee&page=${page()}` },
    {
      name: 'feedback by common words and category',
      call,
      path: () => `${list}?q=coffee&category=feature&page=${page()}`,
    },
    { name: 'feedback by words that are not there', call, path: () => `${list}?q=no+such+${person()}` },
    { name: 'niche requests', call: requests, path: () => `${admin}/niche-requests` },
    { name: 'niche requests, 500', call: requests, path: () => `${admin}/niche-requests?limit=500` },
    { name: 'niche requests by words', call: requests, path: () => `${admin}/niche-requests?q=chess` },
    { name: 'niches', call: 'GET /api/admin/niches', path: () => `${admin}/niches` },
  ];
}

function figuresAndSettings(): Look[] {
  const templates = 'email-templates/verify_email';
  const calls: [name: string, call: LookCall, path: () => string][] = [
    ['metrics: summary', 'GET /api/admin/metrics/summary', () => `${admin}/metrics/summary`],
    ['metrics: subscribers', 'GET /api/admin/metrics/subscribers', () => `${admin}/metrics/subscribers`],
    [
      'metrics: revenue',
      'GET /api/admin/metrics/revenue',
      () => `${admin}/metrics/revenue?year=${new Date().getUTCFullYear() - randomInt(3)}`,
    ],
    [
      'metrics: revenue as a file',
      'GET /api/admin/metrics/revenue/export',
      () => `${admin}/metrics/revenue/export`,
    ],
    ['metrics: growth', 'GET /api/admin/metrics/growth', () => `${admin}/metrics/growth`],
    ['metrics: operations', 'GET /api/admin/metrics/operations', () => `${admin}/metrics/operations`],
    ['costs', 'GET /api/admin/costs', () => `${admin}/costs`],
    ['costs by customer', 'GET /api/admin/costs/customers', () => `${admin}/costs/customers`],
    ['credits', 'GET /api/admin/costs/credits', () => `${admin}/costs/credits`],
    ['health', 'GET /api/health/full', () => '/api/health/full'],
    ['flags', 'GET /api/admin/flags', () => `${admin}/flags`],
    [
      'versions of a flag',
      'GET /api/admin/flags/:key/versions',
      () => `${admin}/flags/plans_enabled/versions?page=${page()}`,
    ],
    ['prompts', 'GET /api/admin/prompts', () => `${admin}/prompts`],
    ['a prompt', 'GET /api/admin/prompts/:key', () => `${admin}/prompts/generate_posts_system`],
    [
      'versions of a prompt',
      'GET /api/admin/prompts/:key/versions',
      () => `${admin}/prompts/generate_posts_system/versions?page=${randomInt(1, 50)}`,
    ],
    ['email templates', 'GET /api/admin/email-templates', () => `${admin}/email-templates`],
    ['an email template', 'GET /api/admin/email-templates/:key', () => `${admin}/${templates}`],
    [
      'versions of an email template',
      'GET /api/admin/email-templates/:key/versions',
      () => `${admin}/${templates}/versions?page=${randomInt(1, 50)}`,
    ],
    ['catalogue', 'GET /api/admin/stripe/catalog', () => `${admin}/stripe/catalog`],
    ['maintenance windows', 'GET /api/maintenance/list', () => `/api/maintenance/list?page=${page()}`],
    ['own roles', 'GET /api/admin/me/roles', () => `${admin}/me/roles`],
  ];
  return calls.map(([name, call, path]) => ({ name, call, path }));
}
