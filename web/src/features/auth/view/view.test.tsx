import type { Call } from '@drumbeat/contract/call.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../api/query.ts';
import { keepDraft } from '../../../base/keep.ts';
import { prepareViewTab } from '../../../base/prepare-view-tab.ts';
import { isViewTab } from '../../../base/view-tab.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import type { Answers } from '../../../testing/fake-server.ts';
import { refusal } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { timeText } from '../../../ui/time/time.ts';

/** Every call that a view may make, as the contract marks them. */
const marked = Object.values(
  import.meta.glob<Record<string, unknown>>(
    ['../../../../../contract/src/**/*.ts', '!**/*.{test,fixture}.ts'],
    {
      eager: true,
    },
  ),
)
  .flatMap((module) => Object.values(module))
  .filter((each): each is Call => typeof each === 'object' && each !== null && 'ownRead' in each)
  .map(({ method, path }) => `${method} ${path}`);

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const endsAt = inMinutes(30);
const viewed = (given: Parameters<typeof buildUser>[0] = {}) =>
  buildUser({ email: 'j***@example.com', view: { endsAt }, ...given });
const close = vi.fn();

/** Local storage of this device, whatever a tab made of it. */
const ownStorage = Object.getOwnPropertyDescriptor(window, 'localStorage') as PropertyDescriptor;
beforeEach(() => {
  vi.stubGlobal('close', close);
});
afterEach(() => {
  close.mockReset();
  Object.defineProperty(window, 'localStorage', ownStorage);
  window.opener = null;
  sessionStorage.clear();
});

/** Opens an address in the tab of a view. */
function openView(path: string, answers: Answers = {}, user = viewed()) {
  sessionStorage.setItem('viewTab', '1');
  return openScreen(path, { user, answers });
}
const ended = () => screen.findByRole('heading', { name: 'This view has ended' });
const bar = () => screen.findByRole('region', { name: 'View of a customer' });

describe('the end', () => {
  test('the bar names the customer and the end; Stop ends the view and closes the tab', async () => {
    const server = openView('/settings', { 'POST /api/auth/signout': { message: 'Signed out.' } });
    const ends = timeText(Date.parse(endsAt), Intl.DateTimeFormat().resolvedOptions().timeZone);
    await waitFor(async () =>
      expect((await bar()).textContent).toBe(`Viewing as j***@example.com · read-only · ends ${ends}Stop`),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await ended();
    expect(server.made('POST /api/auth/signout')).toMatchObject([{ token: 'token-of-the-test' }]);
    expect(close).toHaveBeenCalledOnce();
    expect(sessionStorage.getItem('authToken')).toBeNull();
    screen.getByRole('button', { name: 'Close this tab' });
    await expectAccessible(document.body);
  });

  test('the tab asks every 5 seconds whether the view goes on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const server = openView('/terms');
    await bar();
    await waitFor(() => expect(server.made('GET /api/user')).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(() => expect(server.made('GET /api/user')).toHaveLength(2));
    expect(server.made('GET /api/user').at(-1)?.isBackground).toBe(true);
    server.answer({ 'GET /api/user': refusal(401, 'UNAUTHENTICATED', 'Please sign in to continue.') });
    await vi.advanceTimersByTimeAsync(5_000);
    await ended();
  });
});

describe('what a page does by itself', () => {
  const answers: Answers = {
    'GET /api/news/summarized': {
      news: [],
      fresh: false,
      fromCache: false,
      message: 'Fresh stories are on their way.',
      dailyLimitReached: false,
    },
    'POST /api/check-scheduling-eligibility': {
      canSchedule: false,
      reason: 'cycle_not_elapsed',
      message: 'Your posts are scheduled.',
      daysUntilNextScheduling: 3,
    },
  };
  const unverified = viewed({ emailVerifiedAt: null, hasPaymentMethod: false, hasEverSubscribed: false });
  const marks = marked.map((name) => new RegExp(`^${name.replace(/:\w+/g, '[^/]+')}$`));

  test.each([
    ['/dashboard', viewed(), 'GET /api/news/summarized'],
    ['/settings', viewed(), 'GET /api/auth/sessions'],
    ['/products', unverified, 'GET /api/products'],
  ] as const)('on %s makes no call that a view may not make', async (path, user, last) => {
    const server = openView(path, answers, user);
    await waitFor(() => expect(server.made(last)).not.toEqual([]));
    await waitFor(() => expect(queryClient.isFetching() + queryClient.isMutating()).toBe(0));
    if (!user.emailVerifiedAt) await screen.findByRole('dialog', { name: 'Verify your email' });
    const refused = server.names().filter((name) => !marks.some((mark) => mark.test(name)));
    expect(refused.map((name) => name.replaceAll(/:\w+/g, '1'))).toEqual([]);
  });
});

const session = (id: string, isView: boolean) => ({
  id,
  createdAt: endsAt,
  lastSeenAt: '2026-11-20T09:00:00.000Z',
  device: isView ? null : 'Chrome on Windows',
  ip: null,
  current: false,
  ...(isView ? { view: { endsAt } } : {}),
});

test('the customer sees a view among the sessions and can end it', async () => {
  const ended = { message: 'The session has been signed out.' };
  const server = openScreen('/settings', {
    answers: {
      'GET /api/auth/sessions': { sessions: [session('1', true), session('2', false)] },
      'DELETE /api/auth/sessions/:id': ended,
    },
  });
  const list = within(await screen.findByRole('list', { name: 'Signed-in sessions' }));
  const rows = list.getAllByRole('listitem');
  expect(rows[0]?.textContent).toMatch(/^Drumbeat support, read-onlyUntil .*End/);
  expect(rows[0]?.querySelector('time')?.dateTime).toBe(endsAt);
  expect(rows[1]?.textContent).toMatch(/^Chrome on WindowsLast used .*Sign out/);
  await userEvent.click(list.getByRole('button', { name: 'End the view by Drumbeat support' }));
  await waitFor(() =>
    expect(server.made('DELETE /api/auth/sessions/:id')).toMatchObject([{ params: { id: '1' } }]),
  );
});

describe('the tab', () => {
  test('starts without the token of staff that the browser copied', () => {
    sessionStorage.setItem('authToken', 'token-of-staff');
    sessionStorage.setItem('verificationSentTo', '1');
    prepareViewTab({ pathname: '/view' }, window);
    expect(isViewTab()).toBe(true);
    expect(sessionStorage.getItem('authToken')).toBeNull();
    expect(sessionStorage.getItem('verificationSentTo')).toBeNull();
    // Loaded again, it keeps its own token.
    sessionStorage.setItem('authToken', 'token-of-the-view');
    prepareViewTab({ pathname: '/view' }, window);
    expect(sessionStorage.getItem('authToken')).toBe('token-of-the-view');
  });

  test('only a tab opened at /view becomes a view', () => {
    sessionStorage.setItem('authToken', 'token-of-staff');
    prepareViewTab({ pathname: '/dashboard' }, window);
    prepareViewTab({ pathname: '/view' }, null);
    expect(isViewTab()).toBe(false);
    expect(sessionStorage.getItem('authToken')).toBe('token-of-staff');
    expect(Object.getOwnPropertyDescriptor(window, 'localStorage')).toEqual(ownStorage);
  });

  test('writes nothing to the storage of the device, and reads the theme alone', () => {
    const device = window.localStorage;
    device.setItem('theme', 'dark');
    keepDraft({ person: '9', name: 'edit:1' }, { content: 'Words of staff' });
    const before = JSON.stringify(device);
    prepareViewTab({ pathname: '/view' }, window);
    expect(JSON.stringify(localStorage)).toBe('{"theme":"dark"}');
    keepDraft({ person: '7', name: 'edit:1' }, { content: 'Words in a view' });
    localStorage.setItem('theme', 'light');
    localStorage.setItem('theme', 'dark');
    expect(localStorage.length).toBe(2);
    expect(localStorage.key(0)).toBe('theme');
    localStorage.removeItem('theme');
    expect(localStorage.getItem('theme')).toBeNull();
    localStorage.clear();
    expect(localStorage).toHaveLength(0);
    expect(JSON.stringify(device)).toBe(before);
    // Loaded again, on whichever page, it does the same.
    Object.defineProperty(window, 'localStorage', ownStorage);
    prepareViewTab({ pathname: '/dashboard' }, null);
    expect(JSON.stringify(localStorage)).toBe('{"theme":"dark"}');
  });

  test('takes its token from the console alone and opens the dashboard', async () => {
    sessionStorage.setItem('viewTab', '1');
    const { frame, heard } = otherWindow();
    window.opener = frame;
    const server = openScreen('/view', { user: null, answers: { 'GET /api/user': viewed() } });
    await waitFor(() => expect(heard).toEqual([{ type: 'DRUMBEAT_VIEW_READY' }]));
    screen.getByText('Opening the view');
    const tell = (from: Window, origin: string, token: unknown) =>
      window.dispatchEvent(
        new MessageEvent('message', { source: from, origin, data: { type: 'DRUMBEAT_VIEW_TOKEN', token } }),
      );
    tell(frame, 'https://evil.example', 'token-of-a-stranger');
    tell(window, window.location.origin, 'token-of-a-stranger');
    tell(frame, window.location.origin, 7);
    expect(sessionStorage.getItem('authToken')).toBeNull();
    queryClient.setQueryData(['read before'], true);
    tell(frame, window.location.origin, 'token-of-the-view');
    await bar();
    expect(queryClient.getQueryData(['read before'])).toBeUndefined();
    expect(server.router.state.location.pathname).toBe('/dashboard');
    expect(server.made('GET /api/user')).toMatchObject([{ token: 'token-of-the-view' }]);
    // Only the first token counts.
    tell(frame, window.location.origin, 'token-of-another');
    expect(sessionStorage.getItem('authToken')).toBe('token-of-the-view');
  });
});

/** Another window of this origin, with the messages that it gets. */
function otherWindow(): { frame: Window; heard: unknown[] } {
  const element = document.createElement('iframe');
  document.body.append(element);
  const frame = element.contentWindow as Window;
  const heard: unknown[] = [];
  frame.addEventListener('message', ({ data }: MessageEvent) => heard.push(data));
  return { frame, heard };
}
