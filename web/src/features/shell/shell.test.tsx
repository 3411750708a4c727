import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { refusal } from '../../testing/fake-server.ts';
import { expectToldOnce, openScreen } from '../../testing/screen.tsx';
import { buildAccount } from '../accounts/build-account.fixture.ts';

// Pictures that load everywhere: one pixel each, told apart by their address.
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

test('SHELL-08 else the profile picture', async () => {
  const server = openScreen('/settings', { user: buildUser({ profilePicture: ofAda }) });
  const place = await whoami();
  await waitFor(() => expect(server.made('GET /api/twitter/accounts').length).toBeGreaterThan(0));
  await waitFor(() => expect(pictureOf(place)).toBe(ofAda));
});

test('SHELL-08 else an icon, also where the picture does not load', async () => {
  openScreen('/settings', { user: buildUser({ profilePicture: 'data:image/png;base64,broken' }) });
  const place = await whoami();
  await waitFor(() => expect(pictureOf(place)).toBeNull());
  expect(place.querySelector('svg')).not.toBeNull();
});

test('logging out ends the session and leads home', async () => {
  const server = openScreen('/settings', { answers: { 'POST /api/auth/signout': { message: 'ok' } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/'));
  expect(sessionStorage.getItem('authToken')).toBeNull();
});

test('MNT-07 MNT-08 a call that maintenance refuses leads to the notice, told once', async () => {
  const server = openScreen('/settings', {
    answers: { 'PATCH /api/user/preferences': refusal(503, 'MAINTENANCE', 'Closed.') },
  });
  await userEvent.click(await screen.findByRole('switch', { name: /Tips and product news/ }));
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/maintenance'));
  await expectToldOnce('Service is under maintenance. Please check back soon.');
});

test('a session that the server refuses ends, and leads to sign-in with the page to come back to', async () => {
  const server = openScreen('/settings', {
    answers: { 'PATCH /api/user/preferences': refusal(401, 'UNAUTHENTICATED', 'x') },
  });
  await userEvent.click(await screen.findByRole('switch', { name: /Tips and product news/ }));
  await expectToldOnce('Your session has ended. Please sign in again.');
  await waitFor(() => expect(server.router.state.location.pathname).toBe('/auth'));
  expect(sessionStorage.getItem('authToken')).toBeNull();
});
