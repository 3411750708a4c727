import type { Fact, FactFeed } from '@drumbeat/contract/facts/facts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { invalidate, queryClient } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { fakeServer, held, refusal } from '../../testing/fake-server.ts';
import { expectReadAgain, expectToldOnce, openScreen, toastOf } from '../../testing/screen.tsx';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import { PostSources } from './SourceLinks.tsx';

const account = buildAccount();

const at = '2020-11-21T09:00:00.000Z';

const fact = (id: string, text: string, kind: Fact['kind'] = 'price'): Fact => ({
  id,
  kind,
  text,
  createdAt: at,
  updatedAt: at,
});

const feed = (over: Partial<FactFeed> = {}): FactFeed => ({
  id: '7',
  url: 'https://shop.example/feed.xml',
  title: 'Shop news',
  readAt: at,
  problem: null,
  entries: [
    { id: '70', title: 'Pro costs $19', url: 'https://shop.example/1', publishedAt: at },
    { id: '71', title: 'No link', url: null, publishedAt: null },
  ],
  ...over,
});

type Known = { facts?: Fact[]; feeds?: FactFeed[]; feedHosts?: string[] };

const answer = ({ facts = [], feeds = [], feedHosts = ['shop.example'] }: Known = {}) => ({
  facts,
  feeds,
  feedHosts,
});

const accounts = [buildAccount({ id: '8', username: 'grace', selected: false }), account];

const open = (known: Known = {}) =>
  openScreen('/settings/facts', {
    user: buildUser({ timeZone: 'Pacific/Auckland' }),
    answers: { 'GET /api/twitter/accounts': { accounts }, 'GET /api/facts': answer(known) },
  });

/** A failure that says nothing but which request it was. */
const failure = () => Response.json({ requestId: 'request-1' }, { status: 500 });

const sheet = () => screen.findByRole('textbox', { name: 'Add facts' });

test('FACT-16 facts that cannot be loaded are asked for again; without facts the page says what they are for', async () => {
  const server = openScreen('/settings/facts', {
    answers: { 'GET /api/facts': refusal(403, 'FORBIDDEN', 'Not now.') },
  });
  const box = (await screen.findByText('Your facts could not be loaded.')).closest('[role="alert"]');
  expect(box?.textContent).toContain('Request ID request-1');
  server.answer({ 'GET /api/facts': answer() });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('0 of 100 facts');
  screen.getByText("Facts and feeds that @ada's posts may use.");
  screen.getByText(
    'No facts yet. Without them, posts are opinions, questions and tips without numbers. Add prices, dates and products, and posts can use them.',
  );
  screen.getByText('No feeds yet.');
});

test('FACT-16 without an X account the page says what to do', async () => {
  const server = openScreen('/settings/facts', {
    answers: { 'GET /api/twitter/accounts': { accounts: [] } },
  });
  await screen.findByText('Connect an X account first. Facts belong to one account.');
  expect(screen.getByRole('link', { name: 'Go to settings' }).getAttribute('href')).toBe('/settings');
  expect(server.made('GET /api/facts')).toEqual([]);
});

test('FACT-17 a sheet is added as a whole, and the button says how many facts it has', async () => {
  const server = open();
  await userEvent.type(await sheet(), 'Pro costs $19{enter}Date: The sale ends on 31 March');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of the other lines' }), 'Price');
  const added = [fact('1', 'Pro costs $19'), fact('2', 'The sale ends on 31 March', 'date')];
  server.answer({
    'POST /api/facts': { facts: added, known: 0, message: '2 facts added.' },
    'GET /api/facts': answer({ facts: added }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add 2 facts' }));
  await expectToldOnce('2 facts added.', 'success');
  expect(server.made('POST /api/facts')[0]?.body).toEqual({
    twitterAccountId: account.id,
    kind: 'price',
    sheet: 'Pro costs $19\nDate: The sale ends on 31 March',
  });
  const rows = within(await screen.findByRole('list', { name: 'Your facts' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual(['PricePro costs $19', 'DateThe sale ends on 31 March']);
  expect(await sheet()).toHaveProperty('value', '');
});

test('FACT-17 a sheet is checked under its field before it is sent; a refusal keeps the words', async () => {
  const server = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add fact' }));
  await screen.findByText('Write at least one fact.');
  expect(document.activeElement).toBe(await sheet());
  await userEvent.click(await sheet());
  await userEvent.paste(`ok\n${'x'.repeat(501)}`);
  expect(screen.queryByText('Write at least one fact.')).toBeNull();
  await userEvent.tab();
  await screen.findByText('Line 2 has 501 characters; a fact has at most 500.');
  await userEvent.click(screen.getByRole('button', { name: 'Add fact' }));
  expect(server.made('POST /api/facts')).toEqual([]);

  fireEvent.change(await sheet(), { target: { value: 'One more' } });
  server.answer({
    'POST /api/facts': refusal(409, 'FACT_LIMIT_REACHED', 'An account has at most 100 facts.'),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add fact' }));
  await screen.findByText('An account has at most 100 facts.');
  expect(await sheet()).toHaveProperty('value', 'One more');
});

test('FACT-17 what was typed is there again after a reload, for its account alone', async () => {
  open();
  fireEvent.change(await sheet(), { target: { value: 'Half a fact' } });
  cleanup();
  const server = open();
  expect(await sheet()).toHaveProperty('value', 'Half a fact');
  const others = accounts.map((one) => ({ ...one, selected: one.id === '8' }));
  server.answer({ 'GET /api/twitter/accounts': { accounts: others } });
  await act(() => invalidate('GET /api/twitter/accounts'));
  await screen.findByText("Facts and feeds that @grace's posts may use.");
  await waitFor(async () => expect(await sheet()).toHaveProperty('value', ''));
  expect(server.made('GET /api/facts').at(-1)?.query).toEqual({ twitterAccountId: '8' });
});

test('FACT-18 a fact is changed in its place; Escape leaves it as it was', async () => {
  const other = fact('5', 'Pro costs $20', 'story');
  const server = open({ facts: [other, fact('1', 'Pro costs $19')] });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit fact: Pro costs $20' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit fact: Pro costs $19' }));
  const field = await screen.findByRole('textbox', { name: 'Edit fact' });
  await userEvent.clear(field);
  await userEvent.type(field, ' {enter}');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  screen.getByText('Write at least one fact.');
  await userEvent.keyboard('{Escape}');
  await screen.findByText('Pro costs $19');
  expect(server.made('PATCH /api/facts/:id')).toEqual([]);
  const pencil = screen.getByRole('button', { name: 'Edit fact: Pro costs $19' });
  await waitFor(() => expect(document.activeElement).toBe(pencil));

  await userEvent.click(screen.getByRole('button', { name: 'Edit fact: Pro costs $19' }));
  const again = await screen.findByRole('textbox', { name: 'Edit fact' });
  server.answer({ 'PATCH /api/facts/:id': refusal(409, 'STALE_VERSION', 'It was deleted meanwhile.') });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('It was deleted meanwhile.');
  const changed = fact('1', 'Pro costs $20', 'product');
  const read = held<ReturnType<typeof answer>>();
  server.answer({ 'PATCH /api/facts/:id': { fact: changed }, 'GET /api/facts': () => read.promise });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Product');
  await userEvent.clear(again);
  await expectReadAgain(server, ['GET /api/facts'], () => userEvent.type(again, 'Pro costs $20 {enter}'));
  read.give(answer({ facts: [other, changed] }));
  await waitFor(() => expect(again.isConnected).toBe(false));
  expect(server.made('PATCH /api/facts/:id')).toHaveLength(2);
  const patched = server.made('PATCH /api/facts/:id').at(-1);
  expect(patched?.params).toEqual({ id: '1' });
  expect(patched?.body).toEqual({ kind: 'product', text: 'Pro costs $20' });
  const rows = within(screen.getByRole('list', { name: 'Your facts' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual(['StoryPro costs $20', 'ProductPro costs $20']);
});

test('FACT-18 a deleted fact can be brought back', async () => {
  const kept = fact('1', 'Pro costs $19');
  const other = fact('5', 'Basic is free');
  const server = open({ facts: [other, kept] });
  const bin = await screen.findByRole('button', { name: 'Delete fact: Pro costs $19' });
  const gone = held<{ message: string }>();
  server.answer({
    'DELETE /api/facts/:id': () => gone.promise,
    'GET /api/facts': answer({ facts: [other] }),
  });
  await userEvent.click(bin);
  gone.give({ message: 'Fact deleted.' });
  await expectToldOnce('Fact deleted.', 'success');
  await waitFor(() => expect(screen.queryByText('Pro costs $19')).toBeNull());
  expect(server.made('DELETE /api/facts/:id').map(({ params }) => params)).toEqual([{ id: '1' }]);
  server.answer({
    'POST /api/facts': { facts: [kept], known: 0, message: '1 fact added.' },
    'GET /api/facts': answer({ facts: [kept] }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Pro costs $19');
  expect(server.made('POST /api/facts')[0]?.body).toEqual({
    twitterAccountId: account.id,
    kind: 'price',
    sheet: 'price: Pro costs $19',
  });
  server.answer({
    'GET /api/facts': answer(),
    'POST /api/facts': failure(),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete fact: Pro costs $19' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await expectToldOnce('The fact could not be restored. Please add it again.', 'error');
  expect(toastOf('The fact could not be restored. Please add it again.')).toContain('Request ID request-1');
});

test('FACT-19 a feed is added by its address, and shows what it says', async () => {
  const server = open();
  await screen.findByText('You can add feeds from shop.example.');
  server.answer({
    'POST /api/facts/feeds': refusal(400, 'FEED_REFUSED', 'There is no RSS or Atom feed at this address.'),
  });
  const field = screen.getByRole('textbox', { name: 'Address of an RSS or Atom feed' });
  expect(field).toMatchObject({ type: 'url', inputMode: 'url', maxLength: 500 });
  await userEvent.click(screen.getByRole('button', { name: 'Add feed' }));
  expect(document.activeElement).toBe(field);
  expect(server.made('POST /api/facts/feeds')).toEqual([]);
  await userEvent.type(field, 'https://shop.example/{enter}');
  await screen.findByText('There is no RSS or Atom feed at this address.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  server.answer({ 'POST /api/facts/feeds': { feed: feed() }, 'GET /api/facts': answer({ feeds: [feed()] }) });
  fireEvent.change(field, { target: { value: 'https://shop.example/feed.xml' } });
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
  const adding = held<{ feed: FactFeed }>();
  server.answer({ 'POST /api/facts/feeds': () => adding.promise });
  await userEvent.type(field, '{enter}');
  expect((await screen.findByRole('button', { name: 'Reading…' })).ariaBusy).toBe('true');
  adding.give({ feed: feed() });
  await screen.findByText('Shop news');
  expect(field).toHaveProperty('value', '');
  await userEvent.click(screen.getByText('2 entries'));
  const link = screen.getByRole('link', { name: 'Pro costs $19' });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://shop.example/1',
    '_blank',
    'noopener noreferrer nofollow',
  ]);
  expect(server.made('POST /api/facts/feeds').map(({ body }) => body)).toEqual([
    { twitterAccountId: account.id, url: 'https://shop.example/' },
    { twitterAccountId: account.id, url: 'https://shop.example/feed.xml' },
  ]);
});

test('FACT-19 a feed that fails says why, and is read again or removed', async () => {
  const server = open({ feeds: [feed({ problem: 'too_slow' })] });
  const feeds = within(await screen.findByRole('list', { name: 'Feeds' }));
  feeds.getByText('https://shop.example/feed.xml');
  feeds.getByText(/^Last read:/);
  feeds.getByText('Sat 21 Nov 2020 22:00');
  feeds.getByText(
    'The feed did not arrive within 10 seconds. Try again later. Its earlier entries stay in use.',
  );
  feeds.getByText('2 entries');
  server.answer({ 'POST /api/facts/feeds/:id/refresh': failure() });
  // What is known of a feed has changed then, too.
  await expectReadAgain(server, ['GET /api/facts'], () =>
    userEvent.click(screen.getByRole('button', { name: 'Read Shop news again' })),
  );
  await expectToldOnce('The feed could not be read. Please try again.', 'error');
  expect(toastOf('The feed could not be read. Please try again.')).toContain('Request ID request-1');
  server.answer({
    'POST /api/facts/feeds/:id/refresh': { feed: feed() },
    'GET /api/facts': answer({ feeds: [feed()] }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Read Shop news again' }));
  await expectToldOnce('Feed read.', 'success');
  await waitFor(() => expect(screen.queryByText(/did not arrive/)).toBeNull());

  server.answer({ 'DELETE /api/facts/feeds/:id': { message: 'Feed removed.' }, 'GET /api/facts': answer() });
  await userEvent.click(screen.getByRole('button', { name: 'Remove Shop news' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove this feed?' });
  within(dialog).getByText('New posts no longer use Shop news. Posts already planned stay.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove feed' }));
  await expectToldOnce('Feed removed.', 'success');
  await screen.findByText('No feeds yet.');
  expect(server.made('DELETE /api/facts/feeds/:id')).toMatchObject([{ params: { id: '7' } }]);
});

test('FACT-19 of many sites five are named; without any, or with three feeds, no feed can be added', async () => {
  const sites = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}.example`);
  const server = open({ feedHosts: sites });
  await screen.findByText(
    'You can add feeds from a.example, b.example, c.example, d.example, e.example and 2 more sites.',
  );
  const then = (known: Known) => {
    server.answer({ 'GET /api/facts': answer(known) });
    return act(() => invalidate('GET /api/facts'));
  };
  await then({ feeds: ['1', '2', '3'].map((id) => feed({ id, title: `Feed ${id}` })) });
  await screen.findByText('An account has at most 3 feeds. Remove one to add another.');
  expect(screen.queryByRole('button', { name: 'Add feed' })).toBeNull();
  await then({ feedHosts: [], feeds: [feed()] });
  await screen.findByText('Feeds are switched off on this server.');
  expect(screen.queryByRole('button', { name: 'Add feed' })).toBeNull();
  screen.getByRole('button', { name: 'Remove Shop news' });
});

const url = 'https://shop.example/1';

const source = (claim: string, label: string, address: string | null = null) => ({
  claim,
  sourceId: 'fact:1',
  label,
  url: address,
});

const inApp = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

test('FACT-20 a post names the sources of what its words still say, first those that are saved', async () => {
  const saved = [source('$19', 'Pro costs $19', url), source('31 March', 'The sale'), source('20%', 'Gone')];
  const server = fakeServer({ 'GET /api/posts/:id/sources': { sources: saved } });
  const post = { id: '12', content: 'It costs $19 until 31 March, or $7.' };
  const more = [source('$7', 'Basic costs $7'), source('$19', 'Another')];
  const { rerender } = render(<PostSources post={post} />, { wrapper: inApp });
  await waitFor(() => expect(lines()).toEqual(['$19 – Pro costs $19', '31 March – The sale']));
  expect(server.made('GET /api/posts/:id/sources').map(({ params }) => params)).toEqual([{ id: '12' }]);
  const link = screen.getByRole('link', { name: 'Pro costs $19' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    url,
    'noopener noreferrer nofollow',
  ]);
  rerender(<PostSources post={post} more={more} />);
  expect(lines()).toEqual(['$19 – Pro costs $19', '31 March – The sale', '$7 – Basic costs $7']);
  rerender(<PostSources post={post} text="Now it is $7." more={more} />);
  expect(lines()).toEqual(['$7 – Basic costs $7']);
  rerender(<PostSources post={post} text="" more={more} />);
  expect(screen.queryByRole('region', { name: 'Supported by' })).toBeNull();
});
