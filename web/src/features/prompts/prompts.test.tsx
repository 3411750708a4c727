import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { fieldsIn, figuresIn, openRow, rowsIn } from '../../testing/read-values.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../testing/screen.tsx';

type Prompt = CallOutput<'GET /api/admin/prompts/:key'>['template'];
const prompt: Prompt = {
  template_key: 'ad_post',
  role: 'system',
  model: 'gpt-small',
  description: 'Ads',
  content: 'Sell {{ niche }}.',
  variables: [{ name: 'niche' }],
  locale: 'de',
  niche: 'Tea',
  is_published: true,
  version: 2,
  published_version: 2,
  updated_at: '2026-01-02T03:04:00.000Z',
};
const [all, one, versions] = [
  'GET /api/admin/prompts',
  'GET /api/admin/prompts/:key',
  'GET /api/admin/prompts/:key/versions',
] as const;
const [put, preview] = ['PUT /api/admin/prompts/:key', 'POST /api/admin/prompts/:key/preview'] as const;
const withdraw = 'POST /api/admin/prompts/:key/withdraw';
const former = {
  version: 1,
  is_published: false,
  is_withdrawal: false,
  saved_at: '2026-01-01T03:04:00.000Z',
  saved_by: null,
  reason: null,
  content: { role: 'user' as const, model: null, description: 'Old', content: 'Buy.', variables: [] },
};
const open = (answers: Answers = {}, opened = 'ad_post/de/Tea', given: Partial<Prompt> = {}) =>
  openScreen(`/admin?open=prompts&prompts.open=${encodeURIComponent(opened)}`, {
    user: buildUser({ roles: ['admin'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['admin'] },
      [all]: { templates: [{ ...prompt, ...given }] },
      [one]: { template: { ...prompt, ...given } },
      [versions]: { versions: [former], nextPage: null },
      [preview]: { content: 'Sell Tea.' },
      [put]: { template: { ...prompt, version: 3 } },
      ...answers,
    },
  });
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const fill = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
/** Presses Save, gives the reason, and confirms; answers what the dialog says will change of the state. */
async function save(): Promise<string | undefined> {
  await press('Save');
  const dialog = await screen.findByRole('dialog', { name: 'Save this version?' });
  const state = dialog.querySelector('dl')?.textContent;
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'It is time.' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  return state;
}
const opened = (server: ReturnType<typeof open>) =>
  new URLSearchParams(server.router.state.location.search).get('prompts.open');

test('ADM-PRM-02 ADM-PRM-04 ADM-PRM-05 the form of a prompt has its own words; what is saved is all of it, on top of what was read', async () => {
  const server = open();
  const form = (await field('Content')).closest('form') as HTMLElement;
  expect(fieldsIn(form)).toEqual({
    Key: ['ad_post', 'Generation uses generate_posts_system, generate_posts_user and ad_post.'],
    Role: ['system'],
    Locale: ['de'],
    'Niche (optional)': ['Tea', 'If empty, used for every niche without its own prompt.'],
    'Model (optional)': ['gpt-small', 'If empty, the configured model is used.'],
    Description: ['Ads'],
    Content: [
      'Sell {{ niche }}.',
      'Liquid: {{ niche }}, {{ count }}, {{ language }}, {{ tone }}, {{ voice }}; lists samples, facts, news, recent_posts and corrections.',
    ],
    'Variables (JSON)': ['[{"name":"niche"}]', '[{"name": "tone", "default": "kind"}]'],
    State: ['published'],
  });
  expect(screen.getByLabelText('Key')).toHaveProperty('disabled', true);
  expect(openRow()).toBe('ad_post');
  expect(await rowsIn('Prompt templates')).toMatchObject([{ Locale: 'de', Niche: 'Tea', Role: 'system' }]);
  expect(await figuresIn('Prompt templates')).toEqual(['Version']);
  // Drafts are edited as well.
  const asked = { params: { key: 'ad_post' }, query: { locale: 'de', niche: 'Tea', includeDrafts: 'true' } };
  expect(server.made(one)).toMatchObject([asked]);
  expect(server.made(versions)).toMatchObject([{ params: asked.params }]);
  expect(server.made(versions)[0]?.query).toEqual({ locale: 'de', niche: 'Tea' });
  await waitFor(() =>
    expect(server.made(preview).map(({ params, body }) => [params, body])).toEqual([
      [
        { key: 'ad_post' },
        { content: 'Sell {{ niche }}.', variables: {}, niche: 'Tea', includeDrafts: true },
      ],
    ]),
  );
  await fill('Role', 'user');
  await fill('Model (optional)', '');
  await fill('Description', 'Adverts');
  await expectReadAgain(server, [all, one, versions], async () => expect(await save()).toBeUndefined());
  await expectToldOnce('Saved.', 'success');
  expect(server.made(put).map(({ params, body }) => [params, body])).toEqual([
    [
      { key: 'ad_post' },
      {
        role: 'user',
        model: null,
        description: 'Adverts',
        content: 'Sell {{ niche }}.',
        variables: [{ name: 'niche' }],
        locale: 'de',
        niche: 'Tea',
        is_published: true,
        version: 2,
        reason: 'It is time.',
      },
    ],
  ]);
});

test('what is being written stays in the form when the prompt cannot be read again', async () => {
  const server = open();
  const content = await field('Content');
  await fill('Content', 'Sell much {{ niche }}.');
  server.answer({ [one]: refusal(403, 'FORBIDDEN', 'Not just now.') });
  await act(() => queryClient.refetchQueries({ type: 'active' }));
  await screen.findByText('Not just now.');
  // The same field, so that neither the cursor nor what it undoes is lost.
  expect([await field('Content'), content.value]).toEqual([content, 'Sell much {{ niche }}.']);
});

test('ADM-PRM-05 ADM-PRM-09 ADM-PRM-10 a new prompt needs a key, is drawn before it has one, and is open once it is saved', async () => {
  const server = open({}, '');
  await press('New prompt');
  const form = (await field('Content')).closest('form') as HTMLElement;
  expect(Object.values(fieldsIn(form)).map(([value]) => value)).toEqual([
    '',
    'user',
    'en',
    '',
    '',
    '',
    '',
    '[]',
    'published',
  ]);
  expect([...form.querySelectorAll('select')].map(({ textContent }) => textContent)).toEqual([
    'systemuser',
    'PublishedDraft, not in use',
  ]);
  await waitFor(() =>
    expect(server.made(preview)).toMatchObject([{ params: { key: 'new' }, body: { niche: null } }]),
  );
  expect(server.made(versions)).toEqual([]);
  await fill('Key', ' ');
  await fill('Variables (JSON)', '{}');
  await press('Save');
  await screen.findByText('Please name the prompt.');
  screen.getByText('Variables must be a JSON array');
  await fill('Variables (JSON)', '');
  await fill('Key', 'thanks');
  await fill('State', 'draft');
  server.answer({ [put]: new Response('<h1>Not here</h1>', { status: 403 }) });
  // Of what was never saved no state changes.
  expect(await save()).toBeUndefined();
  const dialog = within(screen.getByRole('dialog', { name: 'Save this version?' }));
  await dialog.findByText('Failed to save template');
  server.answer({ [put]: { template: { ...prompt, version: 3 } } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expectToldOnce('Saved.', 'success');
  expect(server.made(put).slice(1)).toMatchObject([
    {
      params: { key: 'thanks' },
      body: { locale: 'en', niche: null, variables: [], version: 0, is_published: false },
    },
  ]);
  expect(opened(server)).toBe('thanks/en/');
});

test('a prompt in another language falls back to the default: it can be withdrawn; in a third, or for a niche, it is another prompt', async () => {
  const server = open({}, 'ad_post/de/', { niche: null });
  await screen.findByRole('button', { name: 'Withdraw' });
  expect(server.made(one)[0]?.query).toEqual({ locale: 'de', includeDrafts: 'true' });
  expect(server.made(versions)[0]?.query).toEqual({ locale: 'de' });
  await fill('Niche (optional)', ' Rye ');
  await waitFor(() => expect(server.made(preview).at(-1)?.body).toMatchObject({ niche: 'Rye' }));
  await save();
  await waitFor(() => expect(opened(server)).toBe('ad_post/de/Rye'));
  await press('ad_post');
  await fill('Locale', 'fr');
  await save();
  await waitFor(() => expect(server.made(put)).toHaveLength(2));
  expect(server.made(put)).toMatchObject([
    { body: { locale: 'de', niche: 'Rye', version: 0, role: 'system', model: 'gpt-small' } },
    { body: { locale: 'fr', niche: null, version: 0 } },
  ]);
  await waitFor(() => expect(opened(server)).toBe('ad_post/fr/'));
});

test('a draft above what is used is open: what is used can be withdrawn, and the draft can be published', async () => {
  const draft = { ...prompt, niche: null, is_published: false, version: 5, published_version: 4 };
  const server = open({ [withdraw]: refusal(403, 'FORBIDDEN', 'Not today.') }, 'ad_post/de/', draft);
  expect(await field('State')).toHaveProperty('value', 'draft');
  await press('Withdraw');
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw this text?' });
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'It is wrong.' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  await within(dialog).findByText('Not today.');
  expect(server.made(withdraw).map(({ params, body }) => [params, body])).toEqual([
    [{ key: 'ad_post' }, { locale: 'de', niche: null, version: 5, reason: 'It is wrong.' }],
  ]);
  // Opened anew, each of the two questions has its own reason.
  cleanup();
  const again = open({}, 'ad_post/de/', draft);
  await fill('State', 'published');
  await press('Save');
  expect(await field('Reason')).toHaveProperty('value', '');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await save()).toBe('StateDraft, not in use → Published');
  await expectToldOnce('Saved.', 'success');
  expect(again.made(put)).toMatchObject([{ body: { is_published: true, version: 5 } }]);
  // The form begins anew, with what is read then.
  await waitFor(() => expect(screen.getByLabelText('State')).toHaveProperty('value', 'draft'));
  await press('Withdraw');
  expect(await field('Reason')).toHaveProperty('value', 'It is wrong.');
});

test('ADM-PRM-03 a former version of a prompt is compared and brought back into its own fields; the list is searched', async () => {
  const server = open();
  await press('Compare version 1');
  const history = screen.getByRole('region', { name: 'History' });
  expect(
    within(history)
      .getAllByRole('region')
      .map(({ ariaLabel }) => ariaLabel),
  ).toEqual(['Role', 'Model (optional)', 'Description', 'Content', 'Variables (JSON)']);
  await press('Bring back version 1');
  const form = (await field('Content')).closest('form') as HTMLElement;
  expect(Object.values(fieldsIn(form)).map(([value]) => value)).toEqual([
    'ad_post',
    'user',
    'de',
    'Tea',
    '',
    'Old',
    'Buy.',
    '[]',
    'published',
  ]);
  const search = screen.getByLabelText('Search');
  fireEvent.change(search, { target: { value: 'ads' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  await waitFor(() => expect(server.made(all).map(({ query }) => query)).toEqual([{ q: '' }, { q: 'ads' }]));
});
