import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import type { Answers } from '../../../testing/fake-server.ts';
import { expectToldOnce, fill, openScreen } from '../../../testing/screen.tsx';
import { buildOverview } from '../admin.fixture.ts';

const REASON = 'They say that the calendar is empty';
const view = { token: 'token-of-the-view', ends_at: '2026-01-02T03:34:00.000Z' };

/** The window that the press opens, and the messages that it gets. */
let tab: Window;
let heard: unknown[];
const openWindow = vi.fn<typeof window.open>();
beforeEach(() => {
  const element = document.createElement('iframe');
  document.body.append(element);
  tab = element.contentWindow as Window;
  heard = [];
  tab.addEventListener('message', ({ data }: MessageEvent) => heard.push(data));
  tab.close = vi.fn();
  openWindow.mockReset().mockReturnValue(tab);
  vi.stubGlobal('open', openWindow);
});
afterEach(() => {
  for (const frame of document.querySelectorAll('body > iframe')) frame.remove();
});

function openCustomer(answers: Answers = {}, given: Parameters<typeof buildOverview>[0] = {}) {
  const user = buildUser({ id: '1', roles: ['support'] });
  return openScreen('/admin/customer?id=7', {
    user,
    answers: {
      'GET /api/admin/me/roles': { roles: user.roles },
      'GET /api/admin/users/:id/overview': { user: buildOverview(given) },
      'GET /api/admin/users/:id/timeline': { events: [], next: null },
      'GET /api/admin/users/:id/twitter-accounts': { accounts: [] },
      'POST /api/admin/users/:id/view-as': view,
      'POST /api/auth/signout': { message: 'Signed out.' },
      ...answers,
    },
  });
}

/** Gives the reason; presses the button unless it is left to the test. */
async function fillIn(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'View as customer' }));
  const dialog = await screen.findByRole('dialog', { name: 'View as this customer?' });
  fill(within(dialog).getByLabelText('Reason'), REASON);
  return within(dialog).getByRole('button', { name: 'Open the view' });
}
function sayReady(source: Window, origin = window.location.origin): void {
  window.dispatchEvent(
    new MessageEvent('message', { source, origin, data: { type: 'DRUMBEAT_VIEW_READY' } }),
  );
}

test('the view opens in a tab, which alone gets the token', async () => {
  const server = openCustomer();
  const button = await fillIn();
  screen.getByText(
    'A new tab shows what they see, for 30 minutes at most. Nothing can be changed there. The view and your reason are in the audit log, and the view is in their list of sessions.',
  );
  expect(openWindow).not.toHaveBeenCalled();
  button.click();
  // Within the press, or a browser blocks it.
  expect(openWindow.mock.calls).toEqual([['/view', '_blank']]);
  await waitFor(() =>
    expect(server.made('POST /api/admin/users/:id/view-as')).toMatchObject([
      { params: { id: '7' }, body: { reason: REASON } },
    ]),
  );
  sayReady(window);
  sayReady(tab, 'https://evil.example');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(heard).toEqual([]);
  sayReady(tab);
  await waitFor(() => expect(heard).toEqual([{ type: 'DRUMBEAT_VIEW_TOKEN', token: 'token-of-the-view' }]));
  await expectToldOnce('The view is open in another tab.', 'success');
  expect(tab.close).not.toHaveBeenCalled();
  expect(server.made('POST /api/auth/signout')).toEqual([]);
  // This tab goes on as staff.
  expect(sessionStorage.getItem('authToken')).toBe('token-of-the-test');
});

test('a blocked tab starts no view', async () => {
  openWindow.mockReturnValue(null);
  const server = openCustomer();
  (await fillIn()).click();
  await screen.findByText(
    'The view could not be opened. If the browser blocked the new tab, allow pop-ups for this site.',
  );
  expect(server.made('POST /api/admin/users/:id/view-as')).toEqual([]);
});

test('a tab that is closed before it has its token ends the view', async () => {
  const server = openCustomer();
  (await fillIn()).click();
  await waitFor(() => expect(server.made('POST /api/admin/users/:id/view-as')).toHaveLength(1));
  vi.spyOn(tab, 'closed', 'get').mockReturnValue(true);
  await screen.findByText(/The view could not be opened/);
  expect(server.made('POST /api/auth/signout')).toMatchObject([{ token: 'token-of-the-view' }]);
});

test('staff cannot be viewed', async () => {
  openCustomer({}, { roles: ['ops'] });
  await screen.findByRole('button', { name: 'Pause posts' });
  expect(screen.queryByRole('button', { name: 'View as customer' })).toBeNull();
});
