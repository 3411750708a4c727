/** All that each screen says and asks the server for, in each state, is on its page in docs/screens. */
import type { CallName } from '@drumbeat/contract/calls.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { act } from '@testing-library/react';
import { beforeEach, test, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import { type Answers, type FakeServer, refusal, unanswered } from '../testing/fake-server.ts';
import { expectKept, type State } from '../testing/kept-page.ts';
import { openScreen } from '../testing/screen.tsx';
import { consoleWorld, customerWorld } from './staff-world.fixture.ts';
import { customerUser, NOW, ownWorld, staffUser } from './world.fixture.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) }));

/** Without these there is no screen at all. */
const ALWAYS: CallName[] = ['GET /api/user', 'GET /api/admin/me/roles', 'GET /api/maintenance/status'];

type Names = {
  path: string;
  user?: User | null;
  world?: Answers;
  before?: () => void;
  part?: string;
  isPressed?: boolean;
};

const refused = (name: CallName) => refusal(403, 'FORBIDDEN', `Not just now: ${name}.`);

/** A proxy's answer, which says nothing that anybody could show. */
const wordless = () => new Response('<h1>Not here</h1>', { status: 403 });

/** The world of somebody whose lists are all empty. */
function emptied(world: Answers): Answers {
  const emptyListsOf = (answer: object) =>
    Object.fromEntries(Object.entries(answer).map(([key, part]) => [key, Array.isArray(part) ? [] : part]));
  const answers = Object.entries(world).map(([name, answer]) => {
    if (ALWAYS.some((call) => call === name) || answer instanceof Response) return [name, answer];
    const given = answer as object | ((made: unknown) => object);
    const isAsked = typeof given === 'function';
    return [name, isAsked ? (made: unknown) => emptyListsOf(given(made)) : emptyListsOf(given)];
  });
  return Object.fromEntries(answers);
}

/**
 * As everything is known, with empty lists, while nothing is known, and when nothing can be read; the same where
 * what the screen is about is known: the accounts, or the customer that staff look at.
 */
function usual({
  path,
  user = customerUser(),
  world = ownWorld(),
  before,
  part = 'main',
  isPressed = true,
}: Names): State[] {
  const opened = (answers: Answers) => () => {
    before?.();
    return openScreen(path, { user, answers: { ...world, ...answers } });
  };
  const without = (known: readonly CallName[], answer: (name: CallName) => unknown) => {
    const names = (Object.keys(world) as CallName[]).filter((name) => !known.includes(name));
    return opened(Object.fromEntries(names.map((name) => [name, answer(name)])));
  };
  const ways = (known: readonly CallName[], but = ''): State[] => [
    { name: `On its way${but}`, open: without(known, () => unanswered) },
    { name: `Refused${but}`, open: without(known, refused) },
    { name: `Refused without a word${but}`, open: without(known, wordless) },
  ];
  const [about, subject] = aboutOf(path, user);
  const states: State[] = [
    { name: 'Read', open: opened({}), isPressed },
    { name: 'With empty lists', open: opened(emptied(world)) },
    { name: 'Read, and refused when it is read again', open: opened({}), follows: readAgain },
    ...ways(ALWAYS),
    ...(about ? ways([...ALWAYS, about], `, but for the ${subject}`) : []),
  ];
  return states.map((state) => ({ ...state, part }));
}

/** Everything on the screen is asked for again, and the server refuses. */
async function readAgain(server: FakeServer): Promise<void> {
  const names = [...new Set(server.calls.map(({ name }) => name as CallName))];
  const others = names.filter((name) => !ALWAYS.includes(name));
  server.answer(Object.fromEntries(others.map((name) => [name, refused(name)])));
  await act(() => queryClient.refetchQueries({ type: 'active' }));
}

/** What a screen is about: without it, nothing of the rest is shown. */
function aboutOf(path: string, user: User | null): [CallName?, string?] {
  if (path.startsWith('/admin/customer')) return ['GET /api/admin/users/:id/overview', 'customer'];
  return user?.roles.length === 0 ? ['GET /api/twitter/accounts', 'accounts'] : [];
}

/** A first visit is welcomed for some seconds: a slow machine would see another screen than a fast one. */
function greet(): void {
  sessionStorage.setItem('welcomedSession', 'the-test');
}

const visitor = (path: string, more: Answers = {}): Names => ({
  path,
  user: null,
  world: { ...ownWorld(), ...more },
});
/** A section of the console, alone. */
const section = (id: string, more = ''): Names => ({
  path: `/admin?open=${id}${more}`,
  user: staffUser(),
  world: consoleWorld(),
  before: () => localStorage.setItem('consoleSections', '[]'),
  part: `#${id}`,
});
const ofCustomer = (tab: string): Names => ({
  path: `/admin/customer?id=7&tab=${tab}`,
  user: staffUser(),
  world: { ...consoleWorld(), ...customerWorld() },
});

test.each<[page: string, screen: Names]>([
  ['dashboard', { path: '/dashboard', before: greet }],
  ['calendar', { path: '/dashboard?view=calendar', before: greet }],
  ['settings', { path: '/settings' }],
  ['facts', { path: '/settings/facts' }],
  ['voice', { path: '/voice' }],
  ['products', { path: '/products' }],
  ['payment in ADA', { path: '/billing/crypto' }],
  ['ways to pay', { path: '/onboarding/payment' }],
  ['landing', visitor('/')],
  ['products for visitors', visitor('/products')],
  ['signing in', visitor('/auth')],
  ['a forgotten password', visitor('/reset-password')],
  [
    'a new password',
    {
      ...visitor('/auth?token=abc', {
        'GET /api/auth/verify-reset-token/:token': { email: 'ada@example.com' },
      }),
      isPressed: false,
    },
  ],
  [
    'verifying an email',
    visitor('/verify-email?token=abc', {
      'POST /api/auth/verify-email': {
        message: 'Email verified.',
        signedUp: { at: '2026-11-19T09:00:00.000Z', device: 'Chrome on Windows' },
      },
    }),
  ],
  ['terms', visitor('/terms')],
  ['privacy', visitor('/privacy')],
  ['no such page', visitor('/nowhere')],
  ['console', { ...section('overview'), part: 'main' }],
  ['console, metrics', section('metrics')],
  ['console, customer', section('customer')],
  ['console, users', section('users')],
  ['console, search', section('search', '&search.q=people')],
  ['console, flags', section('flags', '&flags.open=plans_enabled')],
  ['console, prompts', section('prompts', '&prompts.open=ad_post/en/Coffee')],
  ['console, emails', section('emails', '&emails.open=verify_email/en')],
  ['console, catalog', section('catalog')],
  ['console, feedback', section('feedback')],
  ['console, maintenance', section('maintenance')],
  ['console, audit', section('audit')],
  ['console, niches', section('niches')],
  ['console, requests', section('requests')],
  ['console, costs', section('costs')],
  ['customer, overview', ofCustomer('overview')],
  ['customer, timeline', ofCustomer('timeline')],
  ['customer, billing', ofCustomer('billing')],
  ['customer, posts', ofCustomer('posts')],
  ['customer, emails', ofCustomer('emails')],
  ['customer, security', ofCustomer('security')],
])('docs/screens/%s.md says what the screen says', { timeout: 900_000 }, (page, screen) =>
  expectKept(page.replaceAll(/\W+/g, '-'), usual(screen)),
);
