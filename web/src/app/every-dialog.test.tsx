import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildOverview } from '../features/admin/build-overview.fixture.ts';
import { buildSubscription } from '../testing/build-subscription.fixture.ts';
import { buildUser } from '../testing/build-user.fixture.ts';
import type { Answers } from '../testing/fake-server.ts';
import { openScreen } from '../testing/screen.tsx';

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

test.each<[path: string, buttons: string[], answers?: Answers]>([
  ['/dashboard', ['New post']],
  ['/voice', ['Import posts'], { 'GET /api/voice': voice() }],
  [
    '/settings',
    [
      'Change password',
      'Delete account',
      'Cancel subscription',
      'New address',
      'Turn off',
      'Request a new niche',
    ],
    {
      'GET /api/subscription': buildSubscription(),
      'GET /api/posts/feed': { isOn: true, since: '2026-11-21T09:00:00.000Z' },
    },
  ],
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

test.each<[button: string, field: string | null]>([
  ['Change password', 'New password'],
  ['Request a new niche', 'Name of the niche'],
  // Its backup codes are not shown again.
  ['Two-factor', null],
])('what would be lost with the dialog of %s, Escape does not close', async (name, field) => {
  openScreen('/settings', {
    answers: {
      'POST /api/2fa/setup': { qrCode: 'otpauth://totp/x?secret=ABC', backupCodes: ['k7dm-20xq'] },
      'POST /api/2fa/qr-code': { qrCode: 'data:image/png;base64,AA==' },
    },
  });
  const role = field ? 'button' : 'switch';
  await userEvent.click(await screen.findByRole(role, { name: new RegExp(`^${name}`) }));
  const dialog = within(await screen.findByRole('dialog'));
  if (field) await userEvent.type(await dialog.findByLabelText(field), 'Words');
  else await dialog.findByText('k7dm-20xq');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

function voice() {
  const settings = {
    language: 'en' as const,
    tone: '',
    topics: [],
    avoidedTopics: [],
    bannedWords: [],
    signOff: '',
    samples: [],
  };
  return { settings, profile: null, proposals: [], rules: [] };
}
