import type { CallName, CallOutput } from '@drumbeat/contract/calls.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '../../../api/query.ts';
import { buildUser } from '../../../testing/build-user.fixture.ts';
import { type Answers, refusal, unanswered } from '../../../testing/fake-server.ts';
import { fieldsIn, figuresIn, openRow, rowsIn, sectionOf } from '../../../testing/read-values.ts';
import { expectReadAgain, expectToldOnce, openScreen } from '../../../testing/screen.tsx';
import { expectWords } from '../../../testing/words-of.ts';

const saved_at = '2026-01-02T03:04:00.000Z';
const flag = { key: 'plans_enabled', value: true, description: 'Plans', version: 3, updated_at: saved_at };
const version = (number: number, value: unknown) => ({
  version: number,
  is_published: true,
  is_withdrawal: false,
  saved_at,
  saved_by: 'g***@staff.example',
  reason: 'A first try.',
  content: { value, description: 'Plans' },
});
const openFlags = (answers: Answers = {}) =>
  openScreen('/admin?open=flags', {
    user: buildUser({ roles: ['ops'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['ops'] },
      'GET /api/health/full': unanswered,
      'GET /api/admin/flags': { flags: [flag] },
      'GET /api/admin/flags/:key/versions': {
        versions: [version(3, true), version(2, { from: 'spring' })],
        nextPage: null,
      },
      'PUT /api/admin/flags/:key': { flag: { ...flag, version: 4 } },
      ...answers,
    },
  });
const value = () => screen.findByLabelText<HTMLTextAreaElement>('Value (JSON)', { selector: 'textarea' });
const openFlag = async () => userEvent.click(await screen.findByRole('button', { name: 'plans_enabled' }));
/** Puts all words in at once, which is quicker than key by key. */
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
async function save(reason = 'It is time.') {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this version?' }));
  write(dialog.getByLabelText('Reason'), reason);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  return dialog;
}

test('ADM-FLG-01 ADM-FLG-03 ADM-FLG-04 a flag is opened, changed as JSON, compared and saved with the version that was read', async () => {
  const server = openFlags();
  await screen.findByRole('heading', { name: 'Feature Flags' });
  expect(await rowsIn('Feature flags')).toEqual([
    {
      Description: 'Plans',
      Key: 'plans_enabled',
      Saved: expect.stringContaining('1 Jan '),
      Value: 'true',
      Version: '3',
    },
  ]);

  await openFlag();
  expect(fieldsIn((await value()).closest('form') as HTMLElement)).toEqual({
    Key: ['plans_enabled'],
    'Value (JSON)': ['true', 'true, 5, "text" or {"a": 1}. Empty means null.'],
    Description: ['Plans'],
  });
  expect(openRow()).toBe('plans_enabled');
  expect(await figuresIn('Feature flags')).toEqual(['Version']);
  const history = await screen.findByRole('region', { name: 'History' });
  await within(history).findByText('Version 2');
  expect([...history.querySelectorAll('p ~ div')].map(({ textContent }) => textContent)[0]).toMatch(
    /^Version 3Publishedg\*\*\*@staff\.example, .*1 Jan .*A first try\.CompareBring back$/,
  );
  write(await value(), '{"a": 1}');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this version?' }));
  const diff = within(dialog.getByRole('region', { name: 'Value (JSON)' }));
  expect(diff.getByText('true').previousSibling?.textContent).toBe('removed: ');
  expect(diff.getByText('{"a": 1}').previousSibling?.textContent).toBe('added: ');
  write(dialog.getByLabelText('Reason'), 'It is time.');
  server.answer({ 'GET /api/admin/flags': { flags: [{ ...flag, value: { a: 1 }, version: 4 }] } });
  await expectReadAgain(server, ['GET /api/admin/flags', 'GET /api/admin/flags/:key/versions'], () =>
    userEvent.click(dialog.getByRole('button', { name: 'Save' })),
  );
  await expectToldOnce('Saved.', 'success');
  // The form begins anew, with what is saved now.
  await waitFor(async () => expect((await value()).value).toBe('{"a":1}'));
  expect(server.made('PUT /api/admin/flags/:key')).toMatchObject([
    {
      params: { key: 'plans_enabled' },
      body: { value: { a: 1 }, description: 'Plans', version: 3, reason: 'It is time.' },
    },
  ]);
  // It begins anew: what is typed next is not called wrong before it is sent.
  write(await value(), '{"a": ');
  expect(screen.queryByText('Value must be valid JSON')).toBeNull();
});

test('ADM-FLG-05 ADM-FLG-07 what is no JSON is told in the field and not sent; nothing is null', async () => {
  const server = openFlags();
  await openFlag();
  write(await value(), '{"a": ');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Value must be valid JSON');
  expect(screen.queryByRole('dialog', { name: 'Save this version?' })).toBeNull();
  write(await value(), '');
  server.answer({ 'PUT /api/admin/flags/:key': new Response(null, { status: 500 }) });
  const dialog = await save();
  await dialog.findByText('Failed to save flag');
  expect(server.made('PUT /api/admin/flags/:key')).toMatchObject([{ body: { value: null } }]);
  // The words of a failure go when it is tried again.
  server.answer({ 'PUT /api/admin/flags/:key': unanswered });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog.queryByText('Failed to save flag')).toBeNull());
});

test('of two who save, the second is told, keeps the words, and sees the difference to what the other saved', async () => {
  const message = 'g***@staff.example saved version 4 on 2026-01-02 at 03:04 UTC, after you opened this.';
  const stale = Response.json(
    { error: message, message, code: 'STALE_VERSION', requestId: 'r', data: { version: 4 } },
    { status: 409 },
  );
  const server = openFlags({ 'PUT /api/admin/flags/:key': stale });
  await openFlag();
  write(await value(), '"mine"');
  server.answer({ 'GET /api/admin/flags': { flags: [{ ...flag, value: 'theirs', version: 4 }] } });
  const dialog = await save();
  await dialog.findByText(message);
  await dialog.findByText('"theirs"');
  expect((await value()).value).toBe('"mine"');
  server.answer({ 'PUT /api/admin/flags/:key': { flag: { ...flag, version: 5 } } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expectToldOnce('Saved.', 'success');
  expect(server.made('PUT /api/admin/flags/:key').at(-1)?.body).toMatchObject({ value: 'mine', version: 4 });
});

test('what is typed survives a reload, and an earlier version is compared and brought back', async () => {
  openFlags();
  await openFlag();
  write(await value(), '"typed"');
  cleanup();
  queryClient.clear();
  const server = openFlags({
    'GET /api/admin/flags': { flags: [{ ...flag, version: 4 }] },
    'PUT /api/admin/flags/:key': refusal(403, 'FORBIDDEN', 'Not now.'),
  });
  await openFlag();
  expect((await value()).value).toBe('"typed"');
  await screen.findByRole('cell', { name: '4' });
  // It is said to be on top of the version that was open then.
  const dialog = await save();
  await dialog.findByText('Not now.');
  expect(server.made('PUT /api/admin/flags/:key')[0]?.body).toMatchObject({ version: 3 });
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByText('What you typed is kept.');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect((await value()).value).toBe('true');
  await userEvent.click(await screen.findByRole('button', { name: 'Compare version 3' }));
  screen.getByText('Nothing has changed.');
  await userEvent.click(screen.getByRole('button', { name: 'Compare version 2' }));
  expect(screen.queryByText('Nothing has changed.')).toBeNull();
  screen.getByRole('button', { name: 'Compare version 3' });
  const diff = within(await screen.findByRole('region', { name: 'Value (JSON)' }));
  expect(diff.getByText('true').previousSibling?.textContent).toBe('removed: ');
  expect(diff.getByText('{"from":"spring"}').previousSibling?.textContent).toBe('added: ');
  await userEvent.click(screen.getByRole('button', { name: 'Hide version 2' }));
  expect(screen.queryByRole('region', { name: 'Value (JSON)' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Bring back version 2' }));
  expect((await value()).value).toBe('{"from":"spring"}');
  expect(screen.getByLabelText('Key')).toHaveProperty('value', 'plans_enabled');
});

test('the history says what the program saved, and what was a draft; a version that changes nothing says so', async () => {
  const ofProgram = { ...version(1, true), saved_by: null, reason: null, is_published: false };
  const server = openFlags({
    'GET /api/admin/flags/:key/versions': { versions: [ofProgram], nextPage: null },
  });
  await openFlag();
  const history = await screen.findByRole('region', { name: 'History' });
  await within(history).findByText('Draft, not in use');
  expect(history.textContent).toMatch(/Drumbeat, .*1 Jan /);
  expect(within(history).queryByText('No earlier versions.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Compare version 1' }));
  within(history).getByText('Nothing has changed.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await within(await screen.findByRole('dialog')).findByText('Nothing has changed.');
  expect(server.made('PUT /api/admin/flags/:key')).toEqual([]);
});

test('ADM-FLG-03 a new flag needs a key, is saved as the first version, and is open then', async () => {
  const added = { ...flag, key: 'new_one', value: 0, version: 1 };
  const server = openFlags({ 'PUT /api/admin/flags/:key': { flag: added } });
  await userEvent.click(await screen.findByRole('button', { name: 'New flag' }));
  write(await value(), '0');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Please name the flag.');
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.type(screen.getByLabelText('Key'), 'new_one');
  server.answer({ 'GET /api/admin/flags': { flags: [flag, added] } });
  await save();
  await expectToldOnce('Saved.', 'success');
  expect(server.made('PUT /api/admin/flags/:key')).toMatchObject([
    { params: { key: 'new_one' }, body: { value: 0, description: '', version: 0, reason: 'It is time.' } },
  ]);
  await waitFor(() => expect(screen.getByLabelText('Key')).toHaveProperty('disabled', true));
  expect(screen.getByLabelText('Key')).toHaveProperty('value', 'new_one');
  expect((await value()).value).toBe('0');
  expect(server.router.state.location.search).toBe('?open=flags&flags.open=new_one');
});

const prompt: CallOutput<'GET /api/admin/prompts/:key'>['template'] = {
  template_key: 'ad_post',
  role: 'user',
  model: null,
  description: 'Ads',
  content: 'Sell {{ niche }}.',
  variables: [{ name: 'niche' }],
  locale: 'en',
  niche: null,
  is_published: true,
  version: 2,
  published_version: 2,
  updated_at: saved_at,
};
const openPrompts = (answers: Answers = {}) =>
  openScreen('/admin?open=prompts', {
    user: buildUser({ roles: ['admin'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['admin'] },
      'GET /api/admin/prompts': { templates: [prompt] },
      'GET /api/admin/prompts/:key': { template: prompt },
      'GET /api/admin/prompts/:key/versions': { versions: [], nextPage: null },
      'POST /api/admin/prompts/:key/preview': { content: 'Sell Gaming.' },
      'PUT /api/admin/prompts/:key': { template: { ...prompt, version: 3 } },
      ...answers,
    },
  });

test('ADM-PRM-01 ADM-PRM-06 a prompt is edited beside its preview, as a draft', async () => {
  const server = openPrompts();
  await screen.findByRole('heading', { name: 'Prompt Templates' });
  expect(await rowsIn('Prompt templates')).toEqual([
    {
      Description: 'Ads',
      Key: 'ad_post',
      Locale: 'en',
      Niche: 'Every niche',
      Role: 'user',
      State: 'Published',
      Version: '2',
    },
  ]);

  await userEvent.click(await screen.findByRole('button', { name: 'ad_post' }));
  await screen.findByText('No earlier versions.');
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  await preview.findByText('Sell Gaming.');
  write(await screen.findByLabelText('Content'), 'Buy.');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Draft, not in use');
  await waitFor(() =>
    expect(server.made('POST /api/admin/prompts/:key/preview').at(-1)?.body).toMatchObject({
      content: 'Buy.',
    }),
  );
  const dialog = await save();
  expect(dialog.getByText('State').nextSibling?.textContent).toBe('Published → Draft, not in use');
  await expectToldOnce('Saved.', 'success');
  expect(server.made('PUT /api/admin/prompts/:key')[0]).toMatchObject({
    params: { key: 'ad_post' },
    body: { content: 'Buy.', is_published: false, version: 2, niche: null, locale: 'en' },
  });
});

test('the prompt of a niche is withdrawn with a reason, and what is typed is saved on top of that', async () => {
  const games = { ...prompt, niche: 'Gaming' };
  const version = 4;
  const gone = { ...games, is_published: false, version, published_version: null };
  const server = openPrompts({
    'GET /api/admin/prompts': { templates: [games] },
    'GET /api/admin/prompts/:key': { template: games },
    'POST /api/admin/prompts/:key/withdraw': () => {
      server.answer({ 'GET /api/admin/prompts/:key': { template: gone } });
      return { template: gone };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: prompt.template_key }));
  const content = await screen.findByLabelText('Content');
  await userEvent.type(content, ' Better');
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this text?' }));
  write(dialog.getByLabelText('Reason'), 'It praised a rival.');
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await expectToldOnce('Withdrawn.', 'success');
  expect(server.made('POST /api/admin/prompts/:key/withdraw')).toMatchObject([
    {
      params: { key: prompt.template_key },
      body: { locale: 'en', niche: 'Gaming', version: prompt.version, reason: 'It praised a rival.' },
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull());
  await save();
  await waitFor(() => expect(server.made('PUT /api/admin/prompts/:key')).toHaveLength(1));
  expect(server.made('PUT /api/admin/prompts/:key')[0]?.body).toMatchObject({
    content: 'Sell {{ niche }}. Better',
    version,
  });
});

test('a withdrawal without anything typed leaves no draft behind', async () => {
  const games = { ...prompt, niche: 'Gaming' };
  const gone = { ...games, is_published: false, version: 4, published_version: null };
  const server = openPrompts({
    'GET /api/admin/prompts': { templates: [games] },
    'GET /api/admin/prompts/:key': { template: games },
    'POST /api/admin/prompts/:key/withdraw': () => {
      server.answer({ 'GET /api/admin/prompts/:key': { template: gone } });
      return { template: gone };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: prompt.template_key }));
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this text?' }));
  write(dialog.getByLabelText('Reason'), 'It praised a rival.');
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull());
  await waitFor(() => expect(screen.getByLabelText('State')).toHaveProperty('value', 'draft'));
  expect(screen.queryByText('What you typed is kept.')).toBeNull();
});

test('the default prompt, which the others fall back to, offers no withdrawal; the history names one', async () => {
  const saved = { ...version(4, null), is_published: false, is_withdrawal: true };
  openPrompts({
    'GET /api/admin/prompts/:key/versions': {
      versions: [
        { ...saved, content: { role: 'user', model: null, description: '', content: 'x', variables: [] } },
      ],
      nextPage: null,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: prompt.template_key }));
  await screen.findByText('Withdrawn');
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

test('ADM-PRM-07 ADM-PRM-12 ADM-PRM-13 variables that are no list are told in the field; what the server refuses keeps the words', async () => {
  const server = openPrompts({ 'PUT /api/admin/prompts/:key': new Response('', { status: 404 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'ad_post' }));
  const variables = await screen.findByLabelText('Variables (JSON)');
  write(variables, '{"name": "a"}');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Variables must be a JSON array');
  write(variables, '[]');
  const dialog = await save();
  await dialog.findByText('Failed to save template');
  const words = "There is no variable 'x'.";
  const fields = { content: words, description: 'Too long.' };
  const refused = {
    error: words,
    message: words,
    code: 'VALIDATION_FAILED',
    requestId: 'r',
    data: { fields },
  };
  server.answer({ 'PUT /api/admin/prompts/:key': Response.json(refused, { status: 400 }) });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(words);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  const content = await screen.findByLabelText('Content');
  expect(content).toHaveProperty('ariaInvalid', 'true');
  // What is changed is no longer called wrong.
  await userEvent.type(content, '!');
  expect(content).not.toHaveProperty('ariaInvalid', 'true');
  screen.getByText('Too long.');
  const ofList = { ...refused, data: { fields: { 'variables.0.name': 'A variable needs a name.' } } };
  server.answer({ 'PUT /api/admin/prompts/:key': Response.json(ofList, { status: 400 }) });
  await userEvent.click((await save()).getByRole('button', { name: 'Cancel' }));
  await screen.findByText('A variable needs a name.');
  expect(screen.getByLabelText('Variables (JSON)')).toHaveProperty('ariaInvalid', 'true');
});

test('ADM-PRM-06 a preview is drawn with the defaults of the variables, or with values to try; what is wrong is told', async () => {
  const preview: CallName = 'POST /api/admin/prompts/:key/preview';
  const variables = [{ name: 'niche', default: 'Tea' }, { name: 'day' }, { name: 'mood', default: '' }];
  const server = openPrompts({
    'GET /api/admin/prompts/:key': { template: { ...prompt, variables } },
    'GET /api/admin/prompts/:key/versions': new Response(null, { status: 400 }),
  });
  const drawn = () => server.made(preview).at(-1)?.body as { variables: unknown } | undefined;
  await userEvent.click(await screen.findByRole('button', { name: 'ad_post' }));
  await screen.findByText('Failed to load the history');
  await screen.findByText('Sell Gaming.');
  expect(drawn()?.variables).toEqual({ niche: 'Tea', mood: '' });
  const tried = screen.getByLabelText('Values to try (JSON)');
  write(tried, '{"day": "Monday", "niche": "Rye"}');
  await waitFor(() => expect(drawn()?.variables).toEqual({ niche: 'Rye', mood: '', day: 'Monday' }));
  for (const wrong of ['[1]', '5', '{"day": ']) {
    write(tried, wrong);
    await screen.findByText('Values must be a JSON object');
    write(tried, ' ');
    expect(screen.queryByText('Values must be a JSON object')).toBeNull();
  }
  server.answer({ [preview]: refusal(400, 'VALIDATION_FAILED', "There is no variable 'x'.") });
  write(await screen.findByLabelText('Content'), 'x');
  await screen.findByText("There is no variable 'x'.");
  expect(screen.queryByText('Sell Gaming.')).toBeNull();
});

const email: CallOutput<'GET /api/admin/email-templates/:key'>['template'] = {
  template_key: 'verify_email',
  locale: 'en',
  subject: 'Verify',
  html: '<p>{{ link }}</p>',
  plain: '{{ link }}',
  variables: [{ name: 'link' }],
  is_published: false,
  version: 2,
  published_version: 1,
  updated_at: saved_at,
};

test('ADM-EML-01 ADM-EML-06 ADM-EML-07 an email is drawn in a frame that runs nothing, and tried on oneself', async () => {
  const html = '<p>Hello</p><script>parent.hacked = true</script>';
  const server = openScreen('/admin?open=emails', {
    user: buildUser({ roles: ['admin'] }),
    answers: {
      'GET /api/admin/me/roles': { roles: ['admin'] },
      'GET /api/admin/email-templates': { templates: [email] },
      'GET /api/admin/email-templates/:key': { template: email },
      'GET /api/admin/email-templates/:key/versions': { versions: [], nextPage: null },
      'POST /api/admin/email-templates/:key/preview': { subject: 'Verify', html, plain: 'Hello' },
    },
  });
  await screen.findByRole('heading', { name: 'Email Templates' });
  await screen.findByText('Draft; version 1 is used');
  expect(await rowsIn('Email templates')).toEqual([
    {
      Key: 'verify_email',
      Locale: 'en',
      Saved: expect.stringContaining('1 Jan '),
      State: 'Draft; version 1 is used',
      Subject: 'Verify',
      Version: '2',
    },
  ]);

  await userEvent.click(await screen.findByRole('button', { name: 'verify_email' }));
  const frame = await screen.findByTitle<HTMLIFrameElement>('Preview');
  expect(frame.getAttribute('sandbox')).toBe('');
  expect(frame.srcdoc).toBe(html);
  expect('hacked' in window).toBe(false);
  const sendTest = () => userEvent.click(screen.getByRole('button', { name: 'Send test to me' }));
  server.answer({
    'POST /api/admin/email-templates/:key/test-send': refusal(502, 'PROVIDER_FAILED', 'No mail today.'),
  });
  await sendTest();
  await screen.findByText('No mail today.');
  server.answer({
    'POST /api/admin/email-templates/:key/test-send': { message: 'Sent to grace@staff.example.' },
  });
  await sendTest();
  await expectToldOnce('Sent to grace@staff.example.', 'success');
  expect(screen.queryByText('No mail today.')).toBeNull();
  expect(server.made('POST /api/admin/email-templates/:key/test-send')[0]?.body).toMatchObject({
    subject: 'Verify',
    html: '<p>{{ link }}</p>',
    plain: '{{ link }}',
    locale: 'en',
  });
});

test('all that the flags say, with one open', async () => {
  openFlags();
  await openFlag();
  await expectWords(
    await sectionOf('flags'),
    `
    ## Feature Flags
    New flag
    (Feature flags)
    Key
    Value
    Description
    Version
    Saved
    plans_enabled
    true
    Plans
    3
    Thu 1 Jan 17:04
    Key
    [plans_enabled] (disabled)
    Value (JSON)
    [true]
    true, 5, "text" or {"a": 1}. Empty means null.
    Description
    [Plans]
    Save
    (History)
    History
    Version 3
    Published
    g***@staff.example, Thu 1 Jan 17:04
    A first try.
    (Compare version 3) Compare
    (Bring back version 3) Bring back
    Version 2
    Published
    g***@staff.example, Thu 1 Jan 17:04
    A first try.
    (Compare version 2) Compare
    (Bring back version 2) Bring back
  `,
    { withoutYears: true },
  );
});

test('all that the prompts say, with one open', async () => {
  openPrompts();
  await userEvent.click(await screen.findByRole('button', { name: 'ad_post' }));
  await expectWords(
    await sectionOf('prompts'),
    `
    ## Prompt Templates
    Search
    []
    New prompt
    (Prompt templates)
    Key
    Role
    Locale
    Niche
    Description
    State
    Version
    ad_post
    user
    en
    Every niche
    Ads
    Published
    2
    Key
    [ad_post] (disabled)
    Generation uses generate_posts_system, generate_posts_user and ad_post.
    Role
    [user]
    Locale
    [en]
    Niche (optional)
    []
    If empty, used for every niche without its own prompt.
    Model (optional)
    []
    If empty, the configured model is used.
    Description
    [Ads]
    Content
    [Sell {{ niche }}.]
    Liquid: {{ niche }}, {{ count }}, {{ language }}, {{ tone }}, {{ voice }}; lists samples, facts, news, recent_posts and corrections.
    Variables (JSON)
    [[{"name":"niche"}]]
    [{"name": "tone", "default": "kind"}]
    State
    [Published]
    Save
    (Preview)
    Preview
    Sell Gaming.
    Values to try (JSON)
    [{"name": "Ada"}…]
    (History)
    History
    No earlier versions.
  `,
    { withoutYears: true },
  );
});
