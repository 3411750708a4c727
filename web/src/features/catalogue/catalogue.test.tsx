import type { Catalogue, CataloguePrice } from '@drumbeat/contract/billing/billing.admin.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { expectReadAgain, fill, openScreen } from '../../testing/screen.tsx';
import { buttonOf } from '../../testing/steps.ts';

const price: CataloguePrice = {
  id: 'price_pro',
  product_id: 'prod_pro',
  active: true,
  type: 'recurring',
  unit_amount: 1500,
  currency: 'usd',
  interval: 'month',
  interval_count: 1,
  trial_period_days: 14,
  tax_behavior: 'inclusive',
  metadata: { tier: 'pro' },
};
const catalogue: Catalogue = {
  products: [
    {
      id: 'prod_pro',
      name: 'Pro',
      description: 'For a few accounts.',
      active: true,
      prices: [price, { ...price, id: 'price_3', interval_count: 3, metadata: {} }],
    },
    {
      id: 'prod_old',
      name: 'Old',
      description: 'No longer sold.',
      active: false,
      prices: [
        { ...price, id: 'price_4', active: false, trial_period_days: null },
        { ...price, id: 'price_5', metadata: { tier: 'pro', posts: '4' } },
      ],
    },
    { id: 'prod_new', name: 'New', description: '', active: true, prices: [] },
  ],
  synced_at: null,
};
const open = (answers: Answers = {}, role: 'admin' | 'ops' = 'admin') =>
  openScreen('/admin?open=catalog', {
    user: buildUser({ roles: [role] }),
    answers: {
      'GET /api/admin/me/roles': { roles: [role] },
      'GET /api/admin/stripe/catalog': catalogue,
      ...answers,
    },
  });
const press = async (name: string) => userEvent.click(await buttonOf(document.body, name));
const dialog = async () => within(await screen.findByRole('dialog'));
const silent = () => new Response('', { status: 500 });

test('ADM-CAT-01 ADM-CAT-02 ADM-CAT-03 products are listed with their prices, and each price shows its state', async () => {
  open();
  await screen.findByText('Stripe Products & Prices');
  const cells = async (table: string) =>
    within(await screen.findByRole('table', { name: table }))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(await cells('Prices of Pro')).toEqual([
    ['Price', 'State', 'Trial', 'Tax', 'Metadata', 'Id', 'Actions'],
    [
      '$15.00 USD / month',
      'On the plans page',
      '14 days',
      'inclusive',
      'tier: pro',
      'price_pro',
      'Deactivate',
    ],
    expect.arrayContaining(['$15.00 USD / 3 months', 'Active, not on the plans page', 'From the product']),
  ]);
  expect((await cells('Prices of Old')).slice(1)).toEqual([
    expect.arrayContaining(['Inactive', 'As usual', 'Activate']),
    expect.arrayContaining(['Active, product inactive', 'tier: pro, posts: 4', 'Deactivate']),
  ]);
  const headOf = (name: string) => screen.getByRole('heading', { name }).parentElement?.textContent;
  expect(headOf('Pro')).toBe('ProActiveFor a few accounts.Add price to ProDeactivate Pro');
  expect(headOf('Old')).toBe('OldInactiveNo longer sold.Add price to OldActivate Old');
  within(screen.getByRole('region', { name: 'New' })).getByText('No prices yet.');
  screen.getByText('Never synced with Stripe.');
});

test('ops may only read and synchronize', async () => {
  open({}, 'ops');
  await screen.findByRole('button', { name: 'Sync with Stripe' });
  await screen.findByRole('table', { name: 'Prices of Pro' });
  expect(screen.queryByRole('button', { name: /Add|Deactivate|Activate/ })).toBeNull();
});

test('ADM-CAT-09 ADM-CON-30 a sync shows the catalog of Stripe, or why it failed', async () => {
  const server = open({ 'POST /api/admin/stripe/sync': silent });
  await press('Sync with Stripe');
  await screen.findByText('Sync failed');
  server.answer({ 'POST /api/admin/stripe/sync': refusal(502, 'PROVIDER_FAILED', 'Stripe is down.') });
  await press('Sync with Stripe');
  await screen.findByText('Stripe is down.');
  const now = { products: [], synced_at: '2026-01-02T03:04:00.000Z' };
  server.answer({ 'POST /api/admin/stripe/sync': now });
  await press('Sync with Stripe');
  await screen.findByText('Catalog synchronized.');
  expect(screen.getByText(/^Read from Stripe/).textContent).toMatch(/^Read from Stripe .*1 Jan /);
  expect(screen.queryByText('Stripe is down.')).toBeNull();
  await screen.findByText('No products yet. Sync with Stripe, or add one.');
});

test('ADM-CAT-05 ADM-CAT-16 ADM-CON-31 a product needs a name, and a repeat has the same key', async () => {
  const server = open({ 'POST /api/admin/stripe/products': silent });
  await press('Add product');
  const box = await dialog();
  const add = () => userEvent.click(box.getByRole('button', { name: 'Add product' }));
  fill(box.getByLabelText('Name'), '   ');
  fill(box.getByLabelText('Reason'), 'Many asked');
  await add();
  box.getByText('Please name the product.');
  expect(server.made('POST /api/admin/stripe/products')).toEqual([]);
  fill(box.getByLabelText('Name'), 'Team ');
  await add();
  await box.findByText('Create failed');
  server.answer({
    'POST /api/admin/stripe/products': {
      product: { id: 'prod_team', name: 'Team', description: '', active: true, prices: [] },
    },
  });
  await expectReadAgain(server, ['GET /api/admin/stripe/catalog'], add);
  await screen.findByText('Team added.');
  const [first, second] = server.made('POST /api/admin/stripe/products').map(({ body }) => body);
  expect(first).toMatchObject({ name: 'Team', description: '', reason: 'Many asked' });
  expect(second).toEqual(first);
});

test('ADM-CAT-07 ADM-CAT-10 ADM-CAT-11 ADM-CAT-12 ADM-CAT-13 ADM-CAT-14 ADM-CAT-15 ADM-CON-31 the price form takes digits, upper-cases the currency and needs a product and an amount', async () => {
  const server = open({
    'POST /api/admin/stripe/prices': refusal(
      409,
      'PROVIDER_REFUSED',
      'Stripe refused: Invalid currency: qqq',
    ),
  });
  await press('Add price');
  const box = await dialog();
  const add = () => userEvent.click(box.getByRole('button', { name: 'Add price' }));
  const optionsOf = (label: string) =>
    [...box.getByLabelText(label).querySelectorAll('option')].map(({ value }) => value);
  expect(optionsOf('Interval')).toEqual(['day', 'week', 'month', 'year']);
  expect(optionsOf('Tax behavior')).toEqual(['exclusive', 'inclusive', 'unspecified']);
  expect(box.getByLabelText('Currency')).toHaveProperty('value', 'USD');
  expect(box.getByLabelText('Interval count')).toHaveProperty('value', '1');
  await userEvent.clear(box.getByLabelText('Currency'));
  fill(box.getByLabelText('Reason'), 'New plan');
  await userEvent.type(box.getByLabelText('Amount in cents'), '0');
  await add();
  box.getByText('Please choose a product.');
  box.getByText('Please enter more than 0. Create a free price in Stripe, then sync.');
  box.getByText('Three letters, such as USD.');
  expect(server.made('POST /api/admin/stripe/prices')).toEqual([]);

  fill(box.getByLabelText('Amount in cents'), '$19.00');
  fill(box.getByLabelText('Currency'), 'eur');
  await userEvent.selectOptions(box.getByLabelText('Interval'), 'year');
  await userEvent.selectOptions(box.getByLabelText('Tax behavior'), 'exclusive');
  fill(box.getByLabelText('Interval count'), 'x2y');
  fill(box.getByLabelText('Trial days (optional)'), '-7');
  box.getByText('€19.00 EUR / 2 years');
  await userEvent.selectOptions(box.getByLabelText('Product'), 'Pro');
  await add();
  await box.findByText('Stripe refused: Invalid currency: qqq');
  expect(server.made('POST /api/admin/stripe/prices')[0]?.body).toEqual({
    product_id: 'prod_pro',
    unit_amount: 1900,
    currency: 'EUR',
    interval: 'year',
    interval_count: 2,
    tax_behavior: 'exclusive',
    trial_period_days: 7,
    reason: 'New plan',
    idempotency_key: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  server.answer({ 'POST /api/admin/stripe/prices': { price } });
  await expectReadAgain(server, ['GET /api/admin/stripe/catalog'], add);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('€19.00 EUR / 2 years added.');
  const [refused, taken] = server.made('POST /api/admin/stripe/prices').map(({ body }) => body);
  expect(taken).toEqual(refused);
});

const [products, prices] = [
  'PUT /api/admin/stripe/products/:id',
  'PUT /api/admin/stripe/prices/:id',
] as const;
test.each([
  [
    'Deactivate',
    'Deactivate Pro, $15.00 USD / month?',
    'Subscribers on this price keep it and are charged as before. Nobody new can buy it, and open checkouts for it can no longer be completed.',
    prices,
    'price_pro',
    'Pro, $15.00 USD / month is inactive now.',
  ],
  [
    'Activate Old',
    'Activate Old?',
    'Its active prices are on the plans page again.',
    products,
    'prod_old',
    'Old is active now.',
  ],
] as const)(
  'ADM-CAT-06 ADM-CAT-08 ADM-CON-32 "%s" explains the effect and needs a reason',
  async (button, title, text, name, id, done) => {
    const server = open({ [name]: silent });
    await screen.findByRole('table', { name: 'Prices of Pro' });
    fireEvent.click(screen.getAllByText(button)[0] as HTMLElement);
    const box = within(await screen.findByRole('dialog', { name: title }));
    box.getByText(text);
    fireEvent.change(box.getByLabelText('Reason'), { target: { value: 'Too cheap' } });
    const send = box.getByRole('button', { name: button.split(' ')[0] as string });
    fireEvent.click(send);
    await box.findByText('Update failed');
    server.answer({ [name]: {} as never });
    await expectReadAgain(server, ['GET /api/admin/stripe/catalog'], async () => fireEvent.click(send));
    await screen.findByText(done);
    const active = button !== 'Deactivate';
    expect(server.made(name).at(-1)).toMatchObject({ params: { id }, body: { active, reason: 'Too cheap' } });
  },
);
