import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildOverview } from '../features/admin/build-overview.fixture.ts';
import { buildVoice } from '../features/voice/build-voice.fixture.ts';
import { buildSubscription } from '../testing/build-subscription.fixture.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import type { Answers } from '../testing/fake-server.ts';
import { openScreen } from '../testing/screen.tsx';
import { expectWords } from '../testing/words-of.ts';

const roles: Answers = { 'GET /api/admin/me/roles': { roles: ['admin'] } };
const niche = { id: '1', name: 'Tea', slug: 'tea', is_active: true, selection_count: 3 };
const product = { id: 'prod_1', name: 'Pro', description: '', active: true, prices: [] };
const window = {
  id: 'w-1',
  starts_at: new Date(Date.now() + 3_600_000).toISOString(),
  ends_at: null,
  message: null,
  holds_publishing: false,
  canceled_at: null,
};

const settings: Answers = {
  'GET /api/subscription': buildSubscription(),
  'GET /api/posts/feed': { isOn: true, since: '2026-11-21T09:00:00.000Z' },
};

test.each<[path: string, buttons: string[], answers?: Answers]>([
  ['/dashboard', ['New post']],
  [
    '/admin?open=niches',
    ['Add niche', 'Edit count', 'Delete'],
    { ...roles, 'GET /api/admin/niches': { niches: [niche] } },
  ],
  [
    '/admin?open=catalog',
    ['Add product', 'Add price'],
    { ...roles, 'GET /api/admin/stripe/catalog': { products: [product], synced_at: null } },
  ],
  [
    '/admin?open=maintenance',
    ['Cancel'],
    { ...roles, 'GET /api/maintenance/list': { windows: [window], nextPage: null } },
  ],
  [
    '/admin/customer?id=7',
    ['Pause posts'],
    { ...roles, 'GET /api/admin/users/:id/overview': { user: buildOverview() } },
  ],
])('at %s, Escape closes what is opened by %s', async (path, buttons, answers = {}) => {
  openScreen(path, { user: buildUser({ roles: path.startsWith('/admin') ? ['admin'] : [] }), answers });
  for (const name of buttons) {
    await userEvent.click(await screen.findByRole('button', { name }));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test.each<[path: string, answers: Answers, dialogs: [button: string, words: string][]]>([
  [
    '/settings',
    settings,
    [
      [
        'Delete account',
        `
        ## Delete your account?
        (Close)
        Scheduled posts won't be published, and all posts are removed from Drumbeat. Posts already on X stay there.
        X is disconnected. The same X account can be connected again after 24 hours.
        Your plan or trial ends now. You won't be charged again.
        Password
        []
        (Show password)
        Keep my account
        Delete account
      `,
      ],
      [
        'Cancel subscription',
        `
        ## Cancel your subscription?
        (Close)
        Your Pro plan ends on 28 Nov 2033 and does not renew.
        Posts scheduled before then still go out. Later ones won't.
        Why are you canceling?
        [ ] Too expensive
        [ ] Not using it enough
        [ ] Missing features
        [ ] Found an alternative
        [ ] Technical issues
        [ ] Customer service
        [ ] Taking a break
        [ ] Other
        Keep my plan
        Cancel subscription
      `,
      ],
      [
        'New address',
        `
        ## Create a new address?
        (Close)
        The old address stops working at once. Calendars that use it will no longer update.
        Cancel
        New address
      `,
      ],
      [
        'Turn off',
        `
        ## Turn off the calendar feed?
        (Close)
        The old address stops working at once. Calendars that use it will no longer update.
        Cancel
        Turn off
      `,
      ],
    ],
  ],
  [
    '/voice',
    { 'GET /api/voice': buildVoice() },
    [
      [
        'Import posts',
        `
    ## Import your posts
    (Close)
    (From)
    [x]
    X archive
    [ ]
    Pasted posts
    On X, open Settings, Your account, and ask for an archive of your data. Unpack it and choose tweets.js from its data folder.
    The file is read in your browser. Only the text and time of your own posts are sent.
    Choose tweets.js
    No file chosen
    Cancel
    Make profile (disabled)
  `,
      ],
    ],
  ],
])('at %s, each dialog says what it asks for, and Escape closes it', async (path, answers, dialogs) => {
  openScreen(path, { user: buildUser({ subscriptionExpiryDate: '2033-11-28T12:00:00.000Z' }), answers });
  for (const [name, words] of dialogs) {
    await userEvent.click(await screen.findByRole('button', { name }));
    await expectWords(await screen.findByRole('dialog'), words);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('what would be lost with a dialog, Escape does not close', async () => {
  openScreen('/settings', {
    answers: {
      'POST /api/2fa/setup': { qrCode: 'otpauth://totp/x?secret=ABCDEFGH', backupCodes: ['k7dm-20xq'] },
      'POST /api/2fa/qr-code': { qrCode: 'data:image/png;base64,AA==' },
    },
  });
  for (const [role, button, field, words] of [
    [
      'button',
      /^Change password/,
      'New password',
      `
      ## Change password
      (Close)
      Every other session will be signed out.
      Current password
      []
      (Show password)
      New password
      []
      (Show password)
      (Your password still needs:)
      at least 8 characters
      one uppercase letter
      one lowercase letter
      one number
      one special character
      Confirm new password
      []
      (Show password)
      Cancel
      Change password
    `,
    ],
    [
      'button',
      /^Request a new niche/,
      'Name of the niche',
      `
      ## Request a new niche
      (Close)
      Name of the niche
      []
      What is it about? (optional)
      []
      Cancel
      Send request
    `,
    ],
    // Its backup codes are not shown again.
    [
      'switch',
      /^Two-factor/,
      null,
      `
      ## Set up two-factor authentication
      (Close)
      ### 1. Scan the QR code
      (QR code for your authenticator app)
      Open your authenticator app, add an account and point the camera here.
      Can't scan it? Enter this key in the app:
      ABCD EFGH
      Copy key
      ### 2. Save your backup codes
      Copy codes
      Each works once if you don't have your phone. They won't be shown again, so keep them somewhere safe.
      (Backup codes)
      k7dm-20xq
      ### 3. Enter the code from the app
      6-digit code
      []
      Cancel
      Enable
    `,
    ],
  ] as const) {
    await userEvent.click(await screen.findByRole(role, { name: button }));
    const dialog = await screen.findByRole('dialog');
    await expectWords(dialog, words);
    if (field) await userEvent.type(within(dialog).getByLabelText(field), 'Words');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});
