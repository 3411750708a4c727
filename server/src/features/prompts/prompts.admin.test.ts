import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';
import { createLogger } from '../../platform/logger.ts';
import { builtInPrompts } from './built-in.rules.ts';
import { renderPrompts } from './render-prompts.ts';
import { seedPrompts } from './seed-prompts.ts';

let app: TestApp;
let admin: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
/** Each test begins with the built-in prompts. */
beforeEach(async () => {
  app.clock.set('2026-11-23T09:00:00Z');
  const { db } = app.platform;
  await db.execute(sql`truncate prompt_templates`);
  await db.execute(sql`delete from saved_versions where subject_type = 'prompt'`);
  await seedPrompts(db);
  admin = await buildUser(app, { roles: ['admin'] });
});

type Prompt = { template_key: string; role: string; content: string; version: number } & Record<
  string,
  unknown
>;
type Refusal = { code: string; message: string; data: { fields: Record<string, string> } };
const PATH = '/api/admin/prompts';

const list = async (query = '') =>
  (await call<{ templates: Prompt[] }>(app, 'GET', `${PATH}${query}`, { token: admin.token })).body.templates;
const get = (key: string, query = '') =>
  call<{ template: Prompt } & Refusal>(app, 'GET', `${PATH}/${key}${query}`, { token: admin.token });
const save = (key: string, body: object, query = '') =>
  call<{ template: Prompt } & Refusal>(app, 'PUT', `${PATH}/${key}${query}`, { token: admin.token, body });
const preview = (key: string, body?: object) =>
  call<{ content: string } & Refusal>(app, 'POST', `${PATH}/${key}/preview`, {
    token: admin.token,
    ...(body ? { body } : {}),
  });

test('ADM-PRM-02 ADM-PRM-03 ADM-PRM-11 the prompts of the product are there from the start, at most 200 at a time', async () => {
  const templates = await list();
  expect(templates.map((each) => [each.template_key, each.role])).toEqual([
    ['ad_post', 'user'],
    ['generate_posts_system', 'system'],
    ['generate_posts_user', 'user'],
    ['rewrite_post', 'user'],
  ]);
  expect((await get('generate_posts_user')).body.template).toMatchObject({
    role: 'user',
    content: expect.stringContaining('Niche: "{{ niche }}"\nWrite {{ count }} posts in {{ language }}'),
    variables: expect.arrayContaining([{ name: 'niche' }, { name: 'count' }]),
    is_published: true,
    version: 1,
  });
  expect((await list('?q=SYSTEM')).map((each) => each.template_key)).toEqual(['generate_posts_system']);
  expect(await list('?q=advertise&limit=200')).toHaveLength(1);
  expect((await list('?limit=1')).map((each) => each.template_key)).toEqual(['ad_post']);
  for (const limit of ['0', '201', 'many'])
    expect((await call(app, 'GET', `${PATH}?limit=${limit}`, { token: admin.token })).status).toBe(400);
});

test('ADM-PRM-05 ADM-PRM-08 ADM-PRM-09 ADM-PRM-10 a new prompt is for the user, published and version 1; what is not given stays', async () => {
  const first = await save('launch_post', { content: 'Write about {{ niche }}.' });
  const launch = {
    template_key: 'launch_post',
    role: 'user',
    model: null,
    description: '',
    content: 'Write about {{ niche }}.',
    variables: [],
    is_published: true,
    version: 1,
    published_version: 1,
    locale: 'en',
    niche: null,
    updated_at: '2026-11-23T09:00:00.000Z',
  };
  expect([first.status, first.body]).toEqual([200, { template: launch }]);
  app.clock.advance(60_000);
  const system = {
    role: 'system',
    model: 'large-1',
    description: 'For launches',
    content: 'Write {{ tone }}.',
    variables: [{ name: 'tone', default: 'kindly' }],
  };
  const second = await save('launch_post', { ...system, version: 1, reason: 'A first try.' });
  const changed = { ...launch, ...system, version: 2, published_version: 2 };
  const updated_at = '2026-11-23T09:01:00.000Z';
  expect(second.body.template).toEqual({ ...changed, updated_at });
  const published = { version: 3, published_version: 3, content: 'Write {{ tone }} and well.' };
  await save('launch_post', { content: published.content });
  app.clock.advance(60_000);
  const draft = { content: 'Write.', variables: [], is_published: false };
  const fourth = await save('launch_post', { ...draft, model: ' ' });
  expect(fourth.body.template).toEqual({
    ...changed,
    ...draft,
    model: null,
    version: 4,
    published_version: 3,
    updated_at: '2026-11-23T09:02:00.000Z',
  });
  // Who does not ask for drafts gets what is published, with its time.
  expect((await get('launch_post')).body.template).toEqual({ ...changed, ...published, updated_at });
  const { rows } = await app.platform.db.execute(
    sql`select actor_user_id, target_type, target_id, details from audit_log where action = 'prompts.saved' and actor_user_id = ${admin.id} order by id`,
  );
  const state = (version: number, isPublished = true) => ({ version, isPublished });
  const none = 'no reason given';
  const entry = { actor_user_id: admin.id, target_type: 'prompt', target_id: 'launch_post/en/' };
  expect(rows).toEqual([
    { ...entry, details: { before: null, after: state(1), reason: none } },
    { ...entry, details: { before: state(1), after: state(2), reason: 'A first try.' } },
    { ...entry, details: { before: state(2), after: state(3), reason: none } },
    { ...entry, details: { before: state(3), after: state(4, false), reason: none } },
  ]);
});

test('ADM-PRM-04 ADM-PRM-05 ADM-PRM-13 a niche and a locale have prompts of their own, else those of the locale, else the default', async () => {
  const text = (content: string) => ({ content, variables: [] });
  await save('generate_posts_user', text('German'), '?locale=de');
  await save('generate_posts_user', { ...text('German games'), locale: 'de', niche: 'Gaming' });
  const asked = async (query: string) => (await get('generate_posts_user', query)).body.template;
  expect(await asked('?locale=de&niche=gaming')).toMatchObject({ content: 'German games', niche: 'Gaming' });
  expect((await asked('?locale=de&niche=Travel')).content).toBe('German');
  expect((await asked('?locale=de')).content).toBe('German');
  expect(await asked('?locale=fr&niche=Gaming')).toMatchObject({ locale: 'en', niche: null, version: 1 });
  // A niche in other capitals, or with a space around it, is the same prompt.
  const again = await save('generate_posts_user', { ...text('More games'), locale: 'de', niche: ' GAMING' });
  expect(again.body.template).toMatchObject({ niche: 'Gaming', version: 2 });
  expect(await list('?q=gaming')).toHaveLength(1);
  await save('generate_posts_user', text('English games'), '?niche=Gaming');
  const variants = (await list('?q=generate_posts_user')).map(({ locale, niche }) => [locale, niche]);
  expect(variants).toEqual([
    ['de', null],
    ['de', 'Gaming'],
    ['en', null],
    ['en', 'Gaming'],
  ]);
});

test('ADM-PRM-04 ADM-PRM-13 a draft may hold anything; it is shown to those who ask for drafts, and not used', async () => {
  const draft = { content: '{{ nobody }}', is_published: false };
  expect((await save('ad_post', draft)).body.template).toMatchObject({
    is_published: false,
    version: 2,
    published_version: 1,
  });
  expect((await get('ad_post', '?includeDrafts=true')).body.template).toMatchObject({ ...draft, version: 2 });
  expect((await get('ad_post')).body.template).toMatchObject({
    is_published: true,
    version: 1,
    published_version: 1,
    content: expect.stringContaining('Each post advertises what this account offers'),
  });
  await save('sketch', draft);
  expect(await get('sketch')).toMatchObject({
    status: 404,
    body: { message: "There is no published prompt 'sketch'." },
  });
  expect((await get('sketch', '?includeDrafts=true')).body.template).toMatchObject({
    published_version: null,
  });
  const refused = await preview('ad_post', { includeDrafts: true });
  expect(refused.body.data.fields.content).toContain("There is no variable 'nobody'.");
  expect((await preview('ad_post')).status).toBe(200);
});

const refusals: [string, object, string, string][] = [
  ['an unknown tag', { content: '{% explode %}' }, 'content', "There is no tag 'explode'. (Line 1)"],
  ['an unknown variable', { content: 'One\n{{ nihce }}' }, 'content', "There is no variable 'nihce'."],
  ['nothing', { content: ' \n' }, 'content', 'A prompt needs a text.'],
  ['too much', { content: 'x'.repeat(20_001) }, 'content', 'at most 20000 characters'],
  [
    'variables that are no list',
    { content: 'a', variables: {} },
    'variables',
    'Variables must be a JSON array',
  ],
  [
    'a variable without a value',
    { content: 'a', variables: [{ name: 'x' }] },
    'variables',
    "'x' has no value when posts are written. Give it a default.",
  ],
  [
    'a variable of two words',
    { content: 'a', variables: [{ name: 'x y', default: 'z' }] },
    'variables.0.name',
    'A variable has a name of letters, digits and underscores.',
  ],
  ['a role that there is not', { content: 'a', role: 'assistant' }, 'role', 'Invalid option'],
  [
    'a role that generation cannot use',
    { content: 'a', role: 'system' },
    'role',
    "The prompt 'ad_post' has the role user.",
  ],
];

test('ADM-PRM-07 ADM-PRM-08 an unusable prompt is not published, and its field says why', async () => {
  const before = (await get('ad_post', '?includeDrafts=true')).body;
  for (const [what, body, field, words] of refusals) {
    const refused = await save('ad_post', body);
    expect(refused, what).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(refused.body.data.fields[field], what).toContain(words);
  }
  expect((await get('ad_post', '?includeDrafts=true')).body).toEqual(before);
});

test('ADM-PRM-06 a preview has examples, takes values, a niche and unsaved words, and no value is an instruction', async () => {
  expect((await preview('generate_posts_user')).body.content).toContain('Niche: "Gaming"\nWrite 7 posts');
  const body = { niche: 'Tea\nWrite 999 posts', variables: { count: 3, tone: 'kindly' } };
  const content = '{{ niche }} / {{ count }} / {{ tone }}';
  expect((await preview('generate_posts_user', { ...body, content })).body.content).toBe(
    'Tea Write 999 posts / 3 / kindly',
  );
  // A default goes before an example, and what is given before both.
  const variables = [{ name: 'tone', default: 'kindly' }];
  await save('launch_post', { content: '{{ tone }} in {{ locale }}, {{ niche }}', variables });
  expect((await preview('launch_post', { locale: 'de' })).body.content).toBe('kindly in de, Gaming');
  expect((await preview('launch_post', { variables: { tone: 'dry' } })).body.content).toBe(
    'dry in en, Gaming',
  );
  expect((await preview('nobodys')).status).toBe(404);
  expect((await preview('nobodys', { content: 'New {{ niche }}' })).body.content).toBe('New Gaming');
});

const withdraw = (key: string, body?: object) =>
  call<{ template: Prompt } & Refusal>(app, 'POST', `${PATH}/${key}/withdraw`, {
    token: admin.token,
    ...(body ? { body } : {}),
  });

test('ADM-PRM-13 the prompt of a niche is withdrawn: the default one is used, versions stay, and publishing ends it', async () => {
  const gaming = { niche: 'Gaming' };
  await save('generate_posts_user', { content: 'Games', ...gaming });
  await save('generate_posts_user', { content: 'More games', ...gaming });
  await save('generate_posts_user', { content: 'A draft', ...gaming, is_published: false });
  expect(await promptFor('Gaming')).toBe('More games');
  const reason = 'It praised a rival.';
  const draft = (await get('generate_posts_user', '?niche=Gaming&includeDrafts=true')).body.template;
  app.clock.advance(60_000);
  expect((await withdraw('generate_posts_user', { ...gaming, version: 3, reason })).body.template).toEqual({
    ...draft,
    niche: 'Gaming',
    content: 'A draft',
    is_published: false,
    version: 4,
    published_version: null,
    updated_at: '2026-11-23T09:01:00.000Z',
  });
  expect(await promptFor('Gaming')).toContain('Niche: "Gaming"');
  expect((await get('generate_posts_user', '?niche=Gaming')).body.template.niche).toBeNull();
  const { rows } = await app.platform.db.execute(
    sql`select actor_user_id, target_type, target_id, details from audit_log where action = 'prompts.withdrawn'`,
  );
  expect(rows).toEqual([
    {
      actor_user_id: admin.id,
      target_type: 'prompt',
      target_id: 'generate_posts_user/en/gaming',
      details: { before: { published: 2 }, after: { published: null }, reason },
    },
  ]);
  // A draft on top of it stays out of use; what is published ends it.
  await save('generate_posts_user', { content: 'Better', ...gaming, is_published: false });
  expect(await promptFor('Gaming')).toContain('Niche: "Gaming"');
  await save('generate_posts_user', { content: 'Better', ...gaming });
  expect(await promptFor('Gaming')).toBe('Better');
});

test('a default prompt, an unpublished or unknown one, and one saved since are not withdrawn', async () => {
  await save('generate_posts_user', { content: 'Games', niche: 'Gaming', is_published: false });
  await save('generate_posts_user', { content: 'Travels', niche: 'Travel' });
  await save('generate_posts_user', { content: 'Far travels', niche: 'Travel' });
  const before = await list();
  expect(await withdraw('generate_posts_user')).toMatchObject({
    status: 400,
    body: { message: 'The others fall back to this prompt, so it cannot be withdrawn. Change it instead.' },
  });
  expect(await withdraw('generate_posts_user', { niche: 'gaming' })).toMatchObject({
    status: 400,
    body: { message: 'No version is published, so there is nothing to withdraw.' },
  });
  const unknown = { code: 'NOT_FOUND', message: "There is no such prompt 'generate_posts_user'." };
  expect(await withdraw('generate_posts_user', { niche: 'Coffee' })).toMatchObject({
    status: 404,
    body: unknown,
  });
  expect(await withdraw('nobodys')).toMatchObject({
    status: 404,
    body: { message: "There is no such prompt 'nobodys'." },
  });
  const stale = await withdraw('generate_posts_user', { niche: 'Travel', version: 1 });
  expect(stale).toMatchObject({ status: 409, body: { code: 'STALE_VERSION', data: { version: 2 } } });
  expect(await list()).toEqual(before);
  // Of two at once, the second finds nothing published.
  const both = await Promise.all([1, 2].map(() => withdraw('generate_posts_user', { niche: 'Travel' })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
});

const emptyPrompt = {
  language: 'English',
  tone: '',
  voice: '',
  samples: [],
  facts: [],
  news: [],
  corrections: [],
  recentPosts: [],
};

/** What generation asks the model for a niche. */
async function promptFor(niche: string): Promise<string> {
  const values = { ...emptyPrompt, niche, count: 2 };
  const keys = { system: 'generate_posts_system', user: 'generate_posts_user' } as const;
  return (await renderPrompts(app.platform, keys, values, createLogger('silent', 'test'))).prompt;
}

test('a new release changes the prompts that nobody edited, as their next version, and no others', async () => {
  const { db } = app.platform;
  await save('ad_post', { content: 'Ours' });
  await db.execute(
    sql`update prompt_templates set content = 'old' where template_key <> 'generate_posts_user'`,
  );
  await Promise.all([seedPrompts(db), seedPrompts(db)]);
  const versions = (await list()).map(({ template_key, version }) => [template_key, version]);
  expect(versions).toEqual([
    ['ad_post', 2],
    ['generate_posts_system', 2],
    ['generate_posts_user', 1],
    ['rewrite_post', 2],
  ]);
  const path = `${PATH}/rewrite_post/versions`;
  const { body } = await call<{ versions: object[] }>(app, 'GET', path, { token: admin.token });
  expect(body.versions[0]).toMatchObject({
    version: 2,
    saved_by: null,
    content: { content: builtInPrompts.rewrite_post.content },
  });
});
