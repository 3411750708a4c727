import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { focusManager, onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, held, unanswered } from '../../testing/fake-server.ts';
import { fieldsIn, figuresIn, isDangerous, rowsIn } from '../../testing/read-values.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../testing/screen.tsx';

type Email = CallOutput<'GET /api/admin/email-templates/:key'>['template'];
const german: Email = {
  template_key: 'verify_email',
  locale: 'de',
  subject: 'Bestätigen',
  html: '<p>{{ link }}</p>',
  plain: '{{ link }}',
  variables: [{ name: 'link', default: 'https://example.com' }],
  is_published: true,
  version: 2,
  published_version: 2,
  updated_at: '2026-01-02T03:04:00.000Z',
};
const [all, one, versions] = [
  'GET /api/admin/email-templates',
  'GET /api/admin/email-templates/:key',
  'GET /api/admin/email-templates/:key/versions',
] as const;
const [put, withdraw, preview, testSend] = [
  'PUT /api/admin/email-templates/:key',
  'POST /api/admin/email-templates/:key/withdraw',
  'POST /api/admin/email-templates/:key/preview',
  'POST /api/admin/email-templates/:key/test-send',
] as const;
const silent = () => new Response(null, { status: 500 });
const former = {
  version: 1,
  is_published: true,
  is_withdrawal: false,
  saved_at: '2026-01-01T03:04:00.000Z',
  saved_by: 'g***@staff.example',
  reason: 'A first try.',
  content: { subject: 'Alt', html: '<p>Alt</p>', plain: 'Alt', variables: [] },
};
const open = (answers: Answers = {}, opened = 'verify_email/de') =>
  openScreen(`/admin?open=emails&emails.open=${encodeURIComponent(opened)}`, {
    user: buildUser({ roles: ['admin'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['admin'] },
      [all]: { templates: [{ ...german, locale: 'en', subject: 'Verify' }, german] },
      [one]: { template: german },
      [versions]: { versions: [former], nextPage: null },
      [preview]: { subject: 'Bestätigen', html: '<p>x</p>', plain: 'x' },
      ...answers,
    },
  });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const fill = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
/** Gives the reason in the dialog, and confirms. */
async function confirm(title: string, name: string) {
  const dialog = await screen.findByRole('dialog', { name: title });
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'It is time.' } });
  const button = within(dialog).getByRole('button', { name });
  fireEvent.click(button);
  return { dialog, button };
}

test('ADM-EML-02 ADM-EML-04 ADM-EML-05 the form of an email has its own words; what is saved is all of it, on top of what was read', async () => {
  const server = open({ [put]: silent });
  const html = await field('HTML');
  expect(fieldsIn(html.closest('form') as HTMLElement)).toEqual({
    Locale: ['de'],
    Subject: ['Bestätigen'],
    HTML: ['<p>{{ link }}</p>', 'Liquid, with the variables below. Rendered inside the layout.'],
    'Plain text': ['{{ link }}'],
    'Variables (JSON)': [
      '[{"name":"link","default":"https://example.com"}]',
      'Variables that Drumbeat does not fill in need a default: {"name": "tone", "default": "kind"}',
    ],
    State: ['published'],
  });
  expect(server.made(one)).toMatchObject([{ params: { key: 'verify_email' }, query: { locale: 'de' } }]);
  expect(server.made(versions)).toMatchObject([{ params: { key: 'verify_email' }, query: { locale: 'de' } }]);
  expect(document.querySelector('tr[data-open]')?.textContent).toMatch(/^verify_email\s*de/);
  expect(await figuresIn('Email templates')).toEqual(['Version']);
  // The longer the text of a field mostly is, the higher the field.
  const height = (label: string) => screen.getByLabelText(label).getBoundingClientRect().height;
  const heights = ['Subject', 'Variables (JSON)', 'Plain text', 'HTML'].map(height);
  expect(heights).toEqual([...new Set(heights)].sort((a, b) => a - b));
  // The browser neither fills in what it knows nor marks code as misspelt.
  expect(screen.getByLabelText('Subject')).toMatchObject({ autocomplete: 'off', spellcheck: false });
  for (const label of ['HTML', 'Values to try (JSON)'])
    expect(screen.getByLabelText(label)).toHaveProperty('spellcheck', false);
  expect(screen.getByLabelText('Values to try (JSON)')).toHaveProperty('placeholder', '{"name": "Ada"}');
  await fill('Variables (JSON)', '{}');
  await press('Save');
  await screen.findByText('Variables must be a JSON array');
  // Such variables are not sent to be drawn either.
  const drawn = () => queryClient.getQueryCache().findAll({ queryKey: ['preview'] });
  await waitFor(() => expect(drawn()).toHaveLength(2));
  await waitFor(() => expect(queryClient.isFetching({ queryKey: ['preview'] })).toBe(0));
  expect(server.made(preview)).toHaveLength(1);
  await fill('Variables (JSON)', '[]');
  await fill('Subject', 'Neu');
  await press('Save');
  const { dialog, button } = await confirm('Save this version?', 'Save');
  await within(dialog).findByText('Failed to save template');
  server.answer({ [put]: { template: { ...german, version: 3 } } });
  await expectReadAgain(server, [all, one, versions], async () => fireEvent.click(button));
  await expectToldOnce('Saved.', 'success');
  expect(server.made(put).map(({ params, body }) => ({ params, body }))[1]).toEqual({
    params: { key: 'verify_email' },
    body: {
      locale: 'de',
      subject: 'Neu',
      html: '<p>{{ link }}</p>',
      plain: '{{ link }}',
      variables: [],
      is_published: true,
      version: 2,
      reason: 'It is time.',
    },
  });
  expect(new URLSearchParams(server.router.state.location.search).get('emails.open')).toBe('verify_email/de');
});

test('in another locale an email is another text: it is saved as its first version, and is open then', async () => {
  const server = open({ [put]: { template: { ...german, locale: 'fr' } } });
  await fill('Locale', 'fr');
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'draft' } });
  await press('Save');
  await confirm('Save this version?', 'Save');
  await expectToldOnce('Saved.', 'success');
  expect(server.made(put)).toMatchObject([{ body: { locale: 'fr', version: 0, is_published: false } }]);
  expect(new URLSearchParams(server.router.state.location.search).get('emails.open')).toBe('verify_email/fr');
});

test('what is typed and what is drawn are of one email in one locale', async () => {
  const english = { ...german, locale: 'en', subject: 'Verify' };
  const other = { ...german, template_key: 'reset_password' as const };
  const templates = [english, german, other];
  const server = open({
    [all]: { templates },
    [one]: ({ params, query }) => ({
      template: templates.find(
        (each) => each.template_key === params.key && each.locale === query.locale,
      ) as Email,
    }),
  });
  const at = async (row: number, subject: string) => {
    fireEvent.click(document.querySelectorAll<HTMLElement>('[data-opener]')[row] as HTMLElement);
    await waitFor(async () => expect(await field('Subject')).toHaveProperty('value', subject));
  };
  await fill('Subject', 'Neu');
  await at(0, 'Verify');
  expect(screen.queryByText('What you typed is kept.')).toBeNull();
  await waitFor(() => expect(server.made(preview).at(-1)?.body).toMatchObject({ locale: 'en' }));
  await at(2, 'Bestätigen');
  expect(screen.queryByText('What you typed is kept.')).toBeNull();
  await waitFor(() => expect(server.made(preview).at(-1)?.params).toEqual({ key: 'reset_password' }));
  await at(1, 'Neu');
  screen.getByText('What you typed is kept.');
});

test('an email is withdrawn with a reason, but for the one that all others fall back to', async () => {
  // A draft above what is used is open, and what is typed may become another one.
  const draft = { ...german, is_published: false, version: 3, published_version: 2 };
  const server = open({ [one]: { template: draft }, [withdraw]: silent });
  await fill('Locale', 'fr');
  await press('Withdraw');
  const { dialog, button } = await confirm('Withdraw this text?', 'Withdraw');
  await within(dialog).findByText('Failed to withdraw the text');
  within(dialog).getByText(
    'The text it falls back to is used from now on. All versions stay here; publish one to use it again.',
  );
  expect(dialog.querySelector('dl')?.textContent).toBe('StateIn use → Not in use');
  const gone = { ...german, is_published: false, version: 4, published_version: null };
  expect(isDangerous(button)).toBe(true);
  const answer = held<{ template: Email }>();
  server.answer({ [withdraw]: () => answer.promise, [one]: { template: gone } });
  await expectReadAgain(server, [all, one, versions], async () => {
    fireEvent.click(button);
    await within(dialog).findByRole('button', { name: 'Withdrawing…' });
    answer.give({ template: gone });
  });
  await expectToldOnce('Withdrawn.', 'success');
  expect(server.made(withdraw)[1]).toMatchObject({
    params: { key: 'verify_email' },
    body: { locale: 'de', version: 3, reason: 'It is time.' },
  });
  // What is not in use cannot be withdrawn.
  await waitFor(() => expect(screen.queryByText('Withdraw')).toBeNull());
  const english = { ...german, locale: 'en' };
  server.answer({ [one]: { template: english } });
  fireEvent.click(screen.getAllByRole('button', { name: 'verify_email' })[0] as HTMLElement);
  await waitFor(async () => expect(await field('Locale')).toHaveProperty('value', 'en'));
  expect(screen.queryByText('Withdraw')).toBeNull();
});

test('ADM-EML-06 ADM-EML-07 what is typed is drawn and tried with its values; a failure without words has ours', async () => {
  const server = open({ [preview]: silent, [testSend]: silent });
  await screen.findByText('Failed to render the preview');
  // Only typing draws it again.
  expect(server.made(preview)).toHaveLength(1);
  server.answer({ [preview]: { subject: 'Hallo Ada', html: '<p>x</p>', plain: 'x' } });
  await fill('Subject', 'Hallo {{ name }}');
  await fill('Values to try (JSON)', '{"name": "Ada"}');
  await screen.findByText('Hallo Ada');
  const typed = {
    locale: 'de',
    subject: 'Hallo {{ name }}',
    html: '<p>{{ link }}</p>',
    plain: '{{ link }}',
    variables: { link: 'https://example.com', name: 'Ada' },
  };
  expect(server.made(preview).at(-1)).toMatchObject({ params: { key: 'verify_email' } });
  expect(server.made(preview).at(-1)?.body).toEqual(typed);
  const sent = held<void>();
  server.answer({ [testSend]: () => sent.promise.then(silent) });
  const send = screen.getByRole('button', { name: 'Send test to me' });
  fireEvent.click(send);
  await waitFor(() => expect(send.ariaBusy).toBe('true'));
  sent.give();
  await screen.findByText('Failed to send the test');
  expect(send.ariaBusy).toBeNull();
  expect(server.made(testSend).map(({ params, body }) => [params, body])).toEqual([
    [{ key: 'verify_email' }, typed],
  ]);
  // Neither the focus nor a connection that is back draws it again, as that would pass for work of the person.
  const calls = server.made(preview).length;
  await queryClient.invalidateQueries({ queryKey: ['preview'], refetchType: 'none' });
  focusManager.setFocused(false);
  onlineManager.setOnline(false);
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  // Until the next is drawn the one before stays.
  server.answer({ [preview]: unanswered });
  await fill('Subject', 'Hallo');
  await waitFor(() => expect(server.made(preview).at(-1)?.body).toMatchObject({ subject: 'Hallo' }));
  expect(server.made(preview)).toHaveLength(calls + 1);
  screen.getByText('Hallo Ada');
});

test('ADM-EML-03 a former version is compared without its locale, and brought back; the list is searched', async () => {
  const server = open();
  await fill('Locale', 'fr');
  await press('Compare version 1');
  const history = screen.getByRole('region', { name: 'History' });
  expect(
    within(history)
      .getAllByRole('region')
      .map(({ ariaLabel }) => ariaLabel),
  ).toEqual(['Subject', 'HTML', 'Plain text', 'Variables (JSON)']);
  expect(history.textContent).toMatch(
    /^HistoryVersion 1Publishedg\*\*\*@staff\.example, .*31 Dec .*A first try\.HideBring back/,
  );
  await press('Bring back version 1');
  const form = (await field('HTML')).closest('form') as HTMLElement;
  expect(Object.values(fieldsIn(form)).map(([value]) => value)).toEqual([
    'de',
    'Alt',
    '<p>Alt</p>',
    'Alt',
    '[]',
    'published',
  ]);
  expect((await rowsIn('Email templates')).map(({ Locale }) => Locale)).toEqual(['en', 'de']);
  const search = screen.getByLabelText('Search');
  fireEvent.change(search, { target: { value: ' verify ' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  await waitFor(() =>
    expect(server.made(all).map(({ query }) => query)).toEqual([{ q: '' }, { q: 'verify' }]),
  );
});
