import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent as realKeys } from 'vitest/browser';
import { rememberUser } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { refusal } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { buildAccount } from '../accounts/build-account.fixture.ts';

// Pictures of one pixel that load everywhere.
const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const [ofX, ofAda, ofGrace] = [`${pixel}#x`, `${pixel}#ada`, `${pixel}#grace`];

const whoami = async (): Promise<HTMLElement> =>
  (await screen.findAllByTitle('ada@example.com'))[0]?.parentElement as HTMLElement;
const pictureOf = (place: HTMLElement) => place.querySelector('img')?.getAttribute('src') ?? null;

test('SHELL-08 the avatar is the picture of the selected X account', async () => {
  openScreen('/settings', {
    user: buildUser({ profilePicture: ofAda }),
    answers: {
      'GET /api/twitter/accounts': {
        accounts: [
          buildAccount({ id: '8', selected: false, profile_image_url: ofGrace }),
          buildAccount({ profile_image_url: ofX }),
        ],
      },
    },
  });
  const place = await whoami();
  await waitFor(() => expect(pictureOf(place)).toBe(ofX));
});

test('SHELL-08 without an X account the avatar is the profile picture, or an icon', async () => {
  const user = buildUser({ profilePicture: 'data:image/png;base64,broken', emailVerifiedAt: null });
  openScreen('/products', { user, answers: { 'GET /api/products': { products: [] } } });
  const place = await whoami();
  await waitFor(() => expect(place.querySelector('svg')).not.toBeNull());
  act(() => rememberUser({ ...user, profilePicture: ofAda }));
  await waitFor(() => expect(pictureOf(place)).toBe(ofAda));
});

test('SHELL-02 SHELL-04 on a phone the menu slides in, and is closed by its button, Escape or a link', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  const free = { ...buildUser().entitlements, tier: 'free' as const };
  const server = openScreen('/settings', { user: buildUser({ entitlements: free }) });
  const open = await screen.findByRole('button', { name: 'Open menu' });
  const press = async (element: HTMLElement, opens: boolean) => {
    await userEvent.click(element);
    await waitFor(() => expect(screen.queryByRole('dialog') !== null).toBe(opens));
  };
  await press(open, true);
  const menu = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Menu' });
  expect(menu.matches(':modal')).toBe(true);
  await press(within(menu).getByRole('navigation', { name: 'Main' }), true);
  await press(within(menu).getByRole('button', { name: 'Close menu' }), false);
  await press(open, true);
  // A native dialog heeds only the browser's own keys.
  await realKeys.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(open);
  await press(open, true);
  const plans = within(menu).getByRole('link', { name: 'Products' });
  expect(plans.title).toBe('Choose a plan to post more');
  await press(plans, false);
  expect(server.router.state.location.pathname).toBe('/products');
});

test('a user who cannot be loaded can be read again', async () => {
  const server = openScreen('/settings', {
    answers: { 'GET /api/user': refusal(403, 'FORBIDDEN', 'Not now.') },
  });
  await screen.findByText('Your account could not be loaded.');
  screen.getByText('Not now.');
  screen.getByText('request-1');
  server.answer({ 'GET /api/user': buildUser() });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Settings' });
});
