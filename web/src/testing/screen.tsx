/** Opens a screen as a person sees it: the app's routes, guards and toasts at a URL, with a fake server. */
import type { CallName } from '@drumbeat/contract/calls.ts';
import type { Eligibility } from '@drumbeat/contract/generation/generation.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { focusManager, onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, prettyDOM, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, inject, vi } from 'vitest';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
// In the app this loads with the first toast.
import '../ui/feedback/ToastList.tsx';
import { keyOf, queryClient } from '../api/query.ts';
import { routes } from '../app/routes.tsx';
import { wireFailures } from '../app/wire-failures.ts';
import { buildAccount } from '../features/accounts/build-account.fixture.ts';
import type { ToastTone } from '../ui/feedback/toasts.ts';
import { buildUser } from './build-user.fixture.ts';
import { type Answers, type FakeServer, fakeServer } from './fake-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    longestWaitMs: number;
  }
}

// A wait ends as soon as its condition holds, so only a failing test takes this long.
configure({ asyncUtilTimeout: inject('longestWaitMs'), getElementError: elementError });

/** Queries that find nothing are retried many times: describe only the final page, not every attempt. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error('Nothing is found');
  error.name = 'TestingLibraryElementError';
  let told: string | undefined;
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => (told ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
    set: (words: string) => {
      told = words;
    },
  });
  return error;
}

const mayGenerate: Eligibility = {
  canSchedule: true,
  reason: null,
  message: 'You can generate and schedule posts now.',
  daysUntilNextScheduling: 0,
};

/** The answers of calls that nearly every screen makes: one account, no posts, no maintenance. */
function usualAnswers(user: User | null): Answers {
  const account = buildAccount();
  return {
    ...(user ? { 'GET /api/user': user } : {}),
    'GET /api/maintenance/status': { active: false, isAdmin: false, window: null },
    'GET /api/twitter/accounts': { accounts: [account] },
    'GET /api/twitter/accounts/:id/usage': { remaining: 4, limit: 4, periodEnd: null },
    'GET /api/posts': { posts: [] },
    'POST /api/check-scheduling-eligibility': mayGenerate,
    'POST /api/sse/token': { token: 'stream-token' },
    'GET /api/niches/popular': {
      results: ['Gaming', 'Coffee'].map((name) => ({ id: name, name, parent_id: null })),
    },
    'GET /api/auth/sessions': { sessions: [] },
    'GET /api/posts/feed': { isOn: false, since: null },
  };
}

type Options = { user?: User | null; answers?: Answers };

/** Opens a path as a person (by default with a plan and one X account), or as a visitor with `user: null`. */
export function openScreen(
  path: string,
  { user = buildUser(), answers = {} }: Options = {},
): FakeServer & {
  router: ReturnType<typeof createMemoryRouter>;
} {
  if (user) sessionStorage.setItem('authToken', 'token-of-the-test');
  const server = fakeServer({ ...usualAnswers(user), ...answers });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  wireFailures(router);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { ...server, router };
}

/** Puts text into a field at once: typing it key by key draws the screen for each. */
export function fill(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}

/** Waits for a toast with this text, and fails if it was sent more than once or in another tone. */
export async function expectToldOnce(words: string, tone: ToastTone): Promise<void> {
  const paragraph = await screen.findByText(words, { selector: '[data-times] p' });
  const { dataset } = paragraph.closest('[data-times]') as HTMLElement;
  expect([dataset.times, dataset.tone], words).toEqual(['1', tone]);
}

/** All that the toast with these words says. */
export function toastOf(words: string): string | undefined {
  return screen.getByText(words, { selector: '[data-times] p' }).closest('[data-times]')?.textContent;
}

/** Performs an action and waits until each of these calls was made once more. */
export async function expectReadAgain(
  server: FakeServer,
  names: readonly CallName[],
  act: () => Promise<unknown>,
): Promise<void> {
  const before = names.map((name) => server.made(name).length);
  await act();
  for (const [at, name] of names.entries())
    await waitFor(() => expect(server.made(name).length, name).toBeGreaterThan(before[at] ?? 0));
}

/** Somebody is back an hour later, with a connection that was lost meanwhile: what is not fresh any more is read again. */
export async function comeBackLater(): Promise<void> {
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  focusManager.setFocused(false);
  focusManager.setFocused(undefined);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  // The query client hears of it a turn later.
  await new Promise((heard) => setTimeout(heard));
  later.mockRestore();
}

/** Resolves when every fetch in flight has been processed or dropped. */
export async function noFetchLeft(name: CallName): Promise<void> {
  await waitFor(() => expect(queryClient.isFetching({ queryKey: keyOf(name) })).toBe(0));
}
