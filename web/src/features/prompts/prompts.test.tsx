import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { fieldsIn, rowsIn } from '../../testing/read-values.ts';
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

test('ADM-PRM-01 ADM-PRM-02 ADM-PRM-03 ADM-PRM-04 ADM-PRM-05 prompts are searched; one is edited as a whole and saved with its version', async () => {
  const server = open();
  await screen.findByRole('heading', { name: 'Prompt Templates' });
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
  expect(await rowsIn('Prompt templates')).toMatchObject([{ Locale: 'de', Niche: 'Tea', Role: 'system' }]);
  const asked = { params: { key: 'ad_post' }, query: { locale: 'de', niche: 'Tea', includeDrafts: 'true' } };
  expect(server.made(one)).toMatchObject([asked]);
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
  await fill('Search', 'ads');
  fireEvent.keyDown(await field('Search'), { key: 'Enter' });
  await waitFor(() => expect(server.made(all).at(-1)?.query).toEqual({ q: 'ads' }));
});

test('ADM-PRM-05 ADM-PRM-07 ADM-PRM-09 ADM-PRM-10 ADM-PRM-12 ADM-PRM-13 a new prompt is for the user, published, and needs a key and a list of variables', async () => {
  const server = open({}, '');
  await press('New prompt');
  const form = (await field('Content')).closest('form') as HTMLElement;
  const values = Object.values(fieldsIn(form)).map(([value]) => value);
  expect(values).toEqual(['', 'user', 'en', '', '', '', '', '[]', 'published']);
  await fill('Key', ' ');
  await fill('Variables (JSON)', '{}');
  await press('Save');
  await screen.findByText('Please name the prompt.');
  screen.getByText('Variables must be a JSON array');
  await fill('Variables (JSON)', '');
  await fill('Key', 'thanks');
  await fill('State', 'draft');
  server.answer({ [put]: new Response('<h1>Not here</h1>', { status: 403 }) });
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

test('ADM-PRM-06 the preview uses the defaults of the variables, or the values to try', async () => {
  const variables = [{ name: 'niche', default: 'Tea' }, { name: 'day' }];
  const server = open({}, 'ad_post/de/Tea', { variables });
  const drawn = () => server.made(preview).at(-1)?.body as { variables: unknown } | undefined;
  await screen.findByText('Sell Tea.');
  expect(drawn()?.variables).toEqual({ niche: 'Tea' });
  await fill('Values to try (JSON)', '{"day": "Monday", "niche": "Rye"}');
  await waitFor(() => expect(drawn()?.variables).toEqual({ niche: 'Rye', day: 'Monday' }));
  await fill('Values to try (JSON)', '[1]');
  await screen.findByText('Values must be a JSON object');
  await fill('Values to try (JSON)', '');
  server.answer({ [preview]: refusal(400, 'VALIDATION_FAILED', "There is no variable 'x'.") });
  await fill('Content', 'x');
  await screen.findByText("There is no variable 'x'.");
  expect(screen.queryByText('Sell Tea.')).toBeNull();
});

test('a prompt of a niche is withdrawn with a reason', async () => {
  const gone = { ...prompt, is_published: false, version: 4, published_version: null };
  const server = open();
  server.answer({
    [withdraw]: () => {
      server.answer({ [one]: { template: gone } });
      return { template: gone };
    },
  });
  await press('Withdraw');
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this text?' }));
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'It praised a rival.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await expectToldOnce('Withdrawn.', 'success');
  expect(server.made(withdraw)).toMatchObject([
    {
      params: { key: 'ad_post' },
      body: { locale: 'de', niche: 'Tea', version: 2, reason: 'It praised a rival.' },
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull());
});
