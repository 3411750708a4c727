import { createHash, randomInt } from 'node:crypto';
import type { Sizes } from './fill.ts';

/** One thing that staff look at: another page, or other words, at each call. */
export type Look = { name: string; path: () => string; isDeep?: boolean };

const PAGES = 100;
const page = (): number => randomInt(1, PAGES + 1);
const hash = (n: number): string => createHash('md5').update(String(n)).digest('hex');

/** Every list of the console and every kind of search. Pages beyond the first hundred are deep. */
export function looksAt({ users, posts }: Sizes): Look[] {
  const pages = Math.min(PAGES, Math.ceil(users / 50));
  const person = (): number => randomInt(1, users + 1);
  const all = '/api/admin/users/all';
  const search = (q: string): string => `/api/admin/search?q=${encodeURIComponent(q)}`;
  const statuses = ['trial', 'subscribed', 'inactive', 'canceling', 'canceled'];
  return [
    { name: 'all users', path: () => `${all}?page=${randomInt(1, pages + 1)}` },
    ...statuses.map((status) => ({
      name: `users: ${status}`,
      path: () => `${all}?status=${status}&page=${page()}`,
    })),
    { name: 'users by a rare part of an email', path: () => `${all}?q=${hash(person()).slice(0, 8)}` },
    { name: 'users by a common part', path: () => `${all}?q=coffee&page=${page()}` },
    { name: 'users by a part and status', path: () => `${all}?q=wine&status=trial&page=${page()}` },
    {
      name: 'all users, deep',
      path: () => `${all}?page=${Math.max(1, Math.ceil(users / 50) - page())}`,
      isDeep: true,
    },
    { name: 'users found by email', path: () => `/api/admin/users?q=${hash(person()).slice(0, 12)}` },
    { name: 'search by id', path: () => search(String(person())) },
    { name: 'search by email', path: () => search(`${hash(person()).slice(4, 20)}`) },
    { name: 'search by common words', path: () => search('coffee') },
    { name: 'search by handle', path: () => search(`@user_${person()}`) },
    {
      name: 'search by tweet',
      path: () =>
        search(`https://x.com/i/web/status/${1_890_000_000_000_000_000n + BigInt(randomInt(1, posts))}`),
    },
    { name: 'search by Stripe id', path: () => search(`cus_${hash(person())}`) },
    { name: 'a customer', path: () => `/api/admin/users/${person()}/overview` },
    { name: 'posts of a customer with many', path: () => '/api/admin/users/1/posts' },
    { name: 'emails of a customer', path: () => `/api/admin/users/${person()}/emails` },
    { name: 'feedback', path: () => `/api/admin/feedback?page=${page()}` },
    {
      name: 'feedback by words',
      path: () => `/api/admin/feedback?q=${encodeURIComponent(`number ${person()}`)}`,
    },
    { name: 'niches', path: () => '/api/admin/niches' },
  ];
}
