import type { Catalogue, CataloguePrice } from '@drumbeat/contract/billing/billing.admin.ts';
import type { CallName } from '@drumbeat/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { keyOf, queryClient } from '../../api/query.ts';
import { keepDraft } from '../../base/keep.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, refusal } from '../../testing/fake-server.ts';
import { fieldsIn, sectionOf } from '../../testing/read-values.ts';
import { expectReadAgain, openScreen } from '../../testing/screen.tsx';
import { expectWords } from '../../testing/words-of.ts';

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
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const silent = () => new Response('', { status: 500 });

test('ADM-CAT-01 ADM-CAT-02 ADM-CAT-03 products stand with their prices, and each price says where it is sold', async () => {
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
    [
      '$15.00 USD / 3 months',
      'Active, not on the plans page',
      '14 days',
      'inclusive',
      'From the product',
      'price_3',
      'Deactivate',
    ],
  ]);
  expect((await cells('Prices of Old')).slice(1)).toEqual([
    ['$15.00 USD / month', 'Inactive', 'As usual', 'inclusive', 'tier: pro', 'price_4', 'Activate'],
    [
      '$15.00 USD / month',
      'Active, product inactive',
      '14 days',
      'inclusive',
      'tier: pro, posts: 4',
      'price_5',
      'Deactivate',
    ],
  ]);
  const headOf = (name: string) => screen.getByRole('heading', { name }).parentElement?.textContent;
  expect(headOf('Pro')).toBe('ProActiveFor a few accounts.Add price to ProDeactivate Pro');
  expect(headOf('Old')).toBe('OldInactiveNo longer sold.Add price to OldActivate Old');
  within(screen.getByRole('region', { name: 'New' })).getByText('No prices yet.');
  screen.getByText('Never synced with Stripe.');
});

test('ops read and synchronize, and are offered nothing else', async () => {
  open({}, 'ops');
  await screen.findByRole('button', { name: 'Sync with Stripe' });
  await screen.findByRole('table', { name: 'Prices of Pro' });
  expect(screen.queryByRole('button', { name: /Add|Deactivate|Activate/ })).toBeNull();
});

test('ADM-CAT-09 ADM-CON-30 a sync shows what Stripe has now; a failed one says so', async () => {
  const first = held<Response>();
  const server = open({ 'POST /api/admin/stripe/sync': () => first.promise });
  const sync = await screen.findByRole('button', { name: 'Sync with Stripe' });
  await userEvent.click(sync);
  expect(sync.ariaBusy).toBe('true');
  first.give(silent());
  await screen.findByText('Sync failed');
  expect(sync.ariaBusy).toBeNull();
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

test('ADM-CAT-05 ADM-CAT-16 ADM-CON-31 a product needs a name; a repeat after no answer carries the same key', async () => {
  const server = open({ 'POST /api/admin/stripe/products': silent });
  await press('Add product');
  const box = await dialog();
  const add = () => userEvent.click(box.getByRole('button', { name: 'Add product' }));
  const limits = ['Name', 'Description (optional)'].map((label) => box.getByLabelText(label));
  expect(limits.map((field) => (field as HTMLInputElement).maxLength)).toEqual([250, 1000]);
  await userEvent.type(box.getByLabelText('Name'), '   ');
  await userEvent.type(box.getByLabelText('Reason'), 'Many asked');
  await add();
  box.getByText('Please name the product.');
  expect(server.made('POST /api/admin/stripe/products')).toEqual([]);
  await userEvent.type(box.getByLabelText('Name'), 'Team ');
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
  // Something else is not taken for a repeat.
  server.answer({ 'POST /api/admin/stripe/products': silent });
  await press('Add product');
  const other = await dialog();
  // What was added is not proposed again.
  expect(other.getByLabelText('Name')).toHaveProperty('value', '');
  const key = async (name: string) => {
    fireEvent.change(other.getByLabelText('Name'), { target: { value: name } });
    const before = server.made('POST /api/admin/stripe/products').length;
    fireEvent.click(other.getByRole('button', { name: 'Add product' }));
    await waitFor(() => expect(server.made('POST /api/admin/stripe/products')).toHaveLength(before + 1));
    await other.findByText('Create failed');
    const made = server.made('POST /api/admin/stripe/products').at(-1)?.body;
    return (made as { idempotency_key: string }).idempotency_key;
  };
  fireEvent.change(other.getByLabelText('Reason'), { target: { value: 'Many asked' } });
  fireEvent.change(other.getByLabelText('Description (optional)'), { target: { value: ' For many ' } });
  const keys = [await key('Team 2')];
  // Another reason for the same wish is still the same wish.
  fireEvent.change(other.getByLabelText('Reason'), { target: { value: 'Many have asked' } });
  expect(await key('Team 2')).toBe(keys[0]);
  // What is typed is not lost to a slip, nor to a reload.
  expect(Object.keys(localStorage).sort()).toEqual(['draft:1:add-product', 'draft:1:reason:Add product']);
  await userEvent.keyboard('{Escape}');
  keys.push(await key('Team 3'));
  expect(new Set([...keys, (first as { idempotency_key: string }).idempotency_key]).size).toBe(3);
  expect(server.made('POST /api/admin/stripe/products').at(-1)?.body).toMatchObject({
    name: 'Team 3',
    description: 'For many',
  });
});

test('ADM-CAT-07 ADM-CAT-10 ADM-CAT-11 ADM-CAT-12 ADM-CAT-13 ADM-CAT-14 ADM-CAT-15 ADM-CON-31 the price form takes digits, upper-cases the currency, and needs product and amount', async () => {
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
  const limits = [...screen.getByRole('dialog').querySelectorAll<HTMLInputElement>('input, textarea')];
  expect(limits.map(({ maxLength, inputMode }) => [maxLength, inputMode])).toEqual([
    [8, 'numeric'],
    [3, ''],
    [4, 'numeric'],
    [3, 'numeric'],
    [300, ''],
  ]);
  expect(box.getByLabelText('Product').querySelector('option')?.textContent).toBe('Choose…');
  expect(fieldsIn(screen.getByRole('dialog'))).toEqual({
    Product: [''],
    'Amount in cents': ['', 'Tier and limits come from the metadata of the product and price in Stripe.'],
    Currency: ['USD'],
    Interval: ['month'],
    'Interval count': ['1', 'The plans page shows only prices with an interval count of 1.'],
    'Tax behavior': ['unspecified'],
    'Trial days (optional)': [''],
    Reason: ['', 'Kept in the audit log.'],
  });
  await userEvent.clear(box.getByLabelText('Currency'));
  await userEvent.type(box.getByLabelText('Reason'), 'New plan');
  await userEvent.type(box.getByLabelText('Amount in cents'), '0');
  await add();
  box.getByText('Please choose a product.');
  box.getByText('Please enter more than 0. Create a free price in Stripe, then sync.');
  box.getByText('Three letters, such as USD.');
  expect(server.made('POST /api/admin/stripe/prices')).toEqual([]);

  await userEvent.clear(box.getByLabelText('Amount in cents'));
  await userEvent.type(box.getByLabelText('Amount in cents'), '$19.00');
  await userEvent.clear(box.getByLabelText('Currency'));
  await userEvent.type(box.getByLabelText('Currency'), 'eur');
  await userEvent.selectOptions(box.getByLabelText('Interval'), 'year');
  await userEvent.selectOptions(box.getByLabelText('Tax behavior'), 'exclusive');
  await userEvent.clear(box.getByLabelText('Interval count'));
  await userEvent.type(box.getByLabelText('Interval count'), 'x2y');
  await userEvent.type(box.getByLabelText('Trial days (optional)'), '-7');
  // The terms are said before there is a product.
  box.getByText('€19.00 EUR / 2 years');
  await userEvent.selectOptions(box.getByLabelText('Product'), 'Pro');
  await userEvent.keyboard('{Escape}');
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
  queryClient.setQueryData(keyOf('GET /api/products'), { products: [] });
  await expectReadAgain(server, ['GET /api/admin/stripe/catalog'], add);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('€19.00 EUR / 2 years added.');
  const [refused, taken] = server.made('POST /api/admin/stripe/prices').map(({ body }) => body);
  expect(taken).toEqual(refused);
  // The plans page shows it, too.
  expect(queryClient.getQueryState(keyOf('GET /api/products'))?.isInvalidated).toBe(true);
  // What was typed for one product is kept for that one.
  const kept = { amount: '4200', currency: 'CHF', interval: 'week', intervalCount: '3' } as const;
  const more = { productId: 'prod_pro', tax: 'inclusive', trialDays: '5' } as const;
  keepDraft({ person: '1', name: 'add-price:prod_old' }, { ...kept, ...more });
  keepDraft({ person: '1', name: 'reason:add-price:prod_old' }, 'Kept');
  await press('Add price');
  expect((await dialog()).getByLabelText('Amount in cents')).toHaveProperty('value', '');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Add price to Old');
  expect(Object.values(fieldsIn(await screen.findByRole('dialog'))).map(([value]) => value)).toEqual([
    'prod_pro',
    '4200',
    'CHF',
    'week',
    '3',
    'inclusive',
    '5',
    'Kept',
  ]);
  await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Add price to Old');
  expect((await dialog()).getByLabelText('Product')).toHaveProperty('value', 'prod_old');
  expect((await dialog()).getByLabelText('Amount in cents')).toHaveProperty('value', '');
});

test('a price that was switched off is switched on again while its product is sold', async () => {
  const [pro] = catalogue.products;
  const products = pro ? [{ ...pro, prices: [{ ...price, active: false }] }] : [];
  const server = open({
    'GET /api/admin/stripe/catalog': { products, synced_at: null },
    'PUT /api/admin/stripe/prices/:id': {} as never,
  });
  await press('Activate');
  const box = within(await screen.findByRole('dialog', { name: 'Activate Pro, $15.00 USD / month?' }));
  await userEvent.type(box.getByLabelText('Reason'), 'Sold again');
  await userEvent.click(box.getByRole('button', { name: 'Activate' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const made = server.made('PUT /api/admin/stripe/prices/:id');
  expect(made.map(({ params, body }) => [params, body])).toEqual([
    [{ id: 'price_pro' }, { active: true, reason: 'Sold again' }],
  ]);
});

type Switched = [
  asked: { button: string; title: string; text: string; state: string; confirm: string },
  made: { name: CallName; id: string; active: boolean; told: string },
];
const [products, prices] = [
  'PUT /api/admin/stripe/products/:id',
  'PUT /api/admin/stripe/prices/:id',
] as const;
const [off, on] = ['StateActive → Inactive', 'StateInactive → Active'];

test('ADM-CAT-06 ADM-CAT-08 ADM-CON-32 switching on or off says what it means for subscribers, and asks for a reason', async () => {
  const server = open({ [prices]: silent, [products]: silent });
  await screen.findByText('Pro', { selector: 'h3' });
  queryClient.setQueryData(keyOf('GET /api/products'), { products: [] });
  const switched: Switched[] = [
    [
      {
        button: 'Deactivate',
        title: 'Deactivate Pro, $15.00 USD / month?',
        text: 'Subscribers on this price keep it and are charged as before. Nobody new can buy it, and open checkouts for it can no longer be completed.',
        state: off,
        confirm: 'Deactivate',
      },
      { name: prices, id: 'price_pro', active: false, told: 'Pro, $15.00 USD / month is inactive now.' },
    ],
    [
      {
        button: 'Activate',
        title: 'Activate Old, $15.00 USD / month?',
        text: 'It is on the plans page again if its product is active and its interval count is 1.',
        state: on,
        confirm: 'Activate',
      },
      { name: prices, id: 'price_4', active: true, told: 'Old, $15.00 USD / month is active now.' },
    ],
    [
      {
        button: 'Deactivate Pro',
        title: 'Deactivate Pro?',
        text: 'Subscribers of this product keep it and are charged as before. It leaves the plans page with all its prices.',
        state: off,
        confirm: 'Deactivate',
      },
      { name: products, id: 'prod_pro', active: false, told: 'Pro is inactive now.' },
    ],
    [
      {
        button: 'Activate Old',
        title: 'Activate Old?',
        text: 'Its active prices are on the plans page again.',
        state: on,
        confirm: 'Activate',
      },
      { name: products, id: 'prod_old', active: true, told: 'Old is active now.' },
    ],
  ];
  for (const [{ button, title, text, state, confirm }, { name, id, active, told }] of switched) {
    fireEvent.click(screen.getAllByText(button)[0] as HTMLElement);
    const element = await screen.findByRole('dialog', { name: title });
    const box = within(element);
    box.getByText(text);
    expect(element.querySelector('dl')?.textContent).toBe(state);
    fireEvent.change(box.getByLabelText('Reason'), { target: { value: 'Too cheap' } });
    const send = box.getByRole('button', { name: confirm });
    fireEvent.click(send);
    await box.findByText('Update failed');
    server.answer({ [name]: {} as never });
    await expectReadAgain(server, ['GET /api/admin/stripe/catalog'], async () => fireEvent.click(send));
    await screen.findByText(told);
    expect(server.made(name).at(-1)).toMatchObject({ params: { id }, body: { active, reason: 'Too cheap' } });
    await waitFor(() => expect(element.isConnected).toBe(false));
    server.answer({ [name]: silent });
  }
  expect(queryClient.getQueryState(keyOf('GET /api/products'))?.isInvalidated).toBe(true);
});

test('all that the catalog says', async () => {
  open();
  await expectWords(
    await sectionOf('catalog'),
    `
    ## Stripe Products & Prices
    Sync with Stripe
    Never synced with Stripe.
    Add product
    Add price
    (Pro)
    ### Pro
    Active
    For a few accounts.
    Add price to Pro
    Deactivate Pro
    (Prices of Pro)
    Price
    State
    Trial
    Tax
    Metadata
    Id
    (Actions)
    $15.00 USD / month
    On the plans page
    14 days
    inclusive
    tier: pro
    price_pro
    Deactivate
    $15.00 USD / 3 months
    Active, not on the plans page
    14 days
    inclusive
    From the product
    price_3
    Deactivate
    (Old)
    ### Old
    Inactive
    No longer sold.
    Add price to Old
    Activate Old
    (Prices of Old)
    Price
    State
    Trial
    Tax
    Metadata
    Id
    (Actions)
    $15.00 USD / month
    Inactive
    As usual
    inclusive
    tier: pro
    price_4
    Activate
    $15.00 USD / month
    Active, product inactive
    14 days
    inclusive
    tier: pro, posts: 4
    price_5
    Deactivate
    (New)
    ### New
    Active
    Add price to New
    Deactivate New
    No prices yet.
  `,
  );
});
