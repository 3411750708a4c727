import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { createLogger } from '../../platform/logger.ts';
import { type PromptValues, renderPrompts } from './render-prompts.ts';
import { seedPrompts } from './seed-prompts.ts';

const path = '/api/admin/prompts';

test('docs/calls/prompts.md says what the calls of the prompts answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', roles: ['admin'], timeZone: 'Asia/Kolkata' });
  const as = { as: ada };
  const get = (query: string, note: string) => ask('GET', `${path}/${query}`, { ...as, note });
  const put = (query: string, body: object, note: string) =>
    ask('PUT', `${path}/${query}`, { ...as, body, note });
  const post = (call: string, body: object | undefined, note: string) =>
    ask('POST', `${path}/${call}`, { ...as, ...(body ? { body } : {}), note });

  await ask('GET', `${path}?q=REQUEST&limit=2`, { ...as, note: 'by description' });
  await get('generate_posts_system', 'as it ships');
  await get('birthday', 'which there is not');
  await get('birthday?includeDrafts=true', 'which there is not, with drafts');

  const good = { content: 'Write {{ count }} posts on {{ niche }}.' };
  await put('birthday', { ...good, is_published: false }, 'a new one, a draft');
  await get('birthday', 'of which only a draft is');
  await get('birthday?includeDrafts=true', 'of which only a draft is, with drafts');
  await post('birthday/withdraw', { locale: 'en' }, 'of the default');
  await page.prepare(() =>
    db.execute(sql`update saved_versions set saved_at = '2020-11-19T08:30:59Z' where saved_by is null`),
  );
  await put('generate_posts_user', { ...good, version: 0 }, 'over a newer version');
  page.advance(61_000);
  const full = {
    model: ' gpt-9 ',
    description: 'Ours',
    variables: [{ name: 'mood', default: 'glad' }, { name: 'count' }],
  };
  await put(
    'generate_posts_user?niche=Tea&locale=de',
    { ...good, ...full, niche: ' Gaming ', locale: 'en', version: 7, reason: 'Gamers', role: 'user' },
    'of a niche, with all that can be given; the body wins',
  );
  await put(
    'generate_posts_user?niche=gaming',
    { content: 'Draft {{ mood }}', is_published: false },
    'a draft over it, in the address',
  );
  await put(
    'generate_posts_user?niche=gaming',
    { content: 'All', niche: null, is_published: false, model: ' ' },
    'of every niche after all',
  );
  await put('generate_posts_user?locale=de', { ...good, model: null }, 'of a locale');
  for (const [body, note] of [
    [{ ...good, role: 'system' }, 'with another role'],
    [{ ...good, variables: [{ name: 'who' }] }, 'with a variable that nothing fills'],
    [{ content: '{{ who }}' }, 'with a variable that there is not'],
    [
      { content: '{% if facts.size > 0 %}{{ facts }}{% else %}{{ who }}{% endif %}' },
      'with a fault where a list is empty',
    ],
    [{ content: '{% if facts.size > 0 %}A{% endif %}' }, 'without a text where a list is empty'],
  ] as const)
    await put('ad_post', body, note);
  await ask('GET', `${path}?q=generate`, { ...as, note: 'by key' });
  await ask('GET', `${path}?q=GAM`, { ...as, note: 'by niche' });
  await get('generate_posts_user?niche=GAMING', 'of a niche, under its draft');
  await get('generate_posts_user?niche=GAMING&includeDrafts=true', 'of a niche, its draft');
  await get('generate_posts_user?niche=Tea&locale=de', 'of a niche without one, in a locale');
  await get('generate_posts_user?niche=Tea&locale=fr', 'of a niche and a locale without one');

  await post('generate_posts_user/preview', undefined, 'as it is published');
  await post(
    'generate_posts_user/preview',
    { niche: 'Gaming', includeDrafts: true },
    'the draft of a niche, with its default',
  );
  await post(
    'rewrite_post/preview',
    { variables: { way: 'shorter', facts: [], news: [], voice: '' } },
    'with values',
  );
  const own = {
    content: '{{ niche }} {{ locale }} {{ tone }} {{ other }}',
    locale: 'fr',
    niche: 'Green \n tea',
  };
  await post('later/preview', { ...own, variables: { other: 7 } }, 'of one that is not saved');
  await post('later/preview', own, 'with a fault');
  await post('later/preview', undefined, 'of one that there is not');

  await get('generate_posts_user/versions?niche=gaming&limit=1', 'the newest');
  await get('generate_posts_user/versions?niche=gaming&limit=1&page=2', 'the one before');
  await get('generate_posts_user/versions?locale=fr', 'of a locale without one');

  await post('generate_posts_user/withdraw', { niche: 'Tea' }, 'of a niche without one');
  await post('generate_posts_user/withdraw', undefined, 'of the base');
  await post('generate_posts_user/withdraw', { niche: 'gaming', version: 1 }, 'over another version');
  await post('generate_posts_user/withdraw', { niche: 'gaming', version: 2, reason: 'Dull' }, 'of a niche');
  await post('generate_posts_user/withdraw', { niche: 'gaming' }, 'a second time');
  await post('generate_posts_user/withdraw', { locale: 'de' }, 'of a locale');
  await get('generate_posts_user?niche=gaming', 'withdrawn');

  const values: PromptValues = {
    niche: ' “Gaming” \n now ',
    count: 3,
    language: 'German',
    tone: '',
    voice: 'Tone: "dry"',
    samples: ['One {{ sample }}'],
    facts: ['A `fact`'],
    news: ['News\u200b <b>'],
    corrections: ['Shorter.'],
    recentPosts: ['y'.repeat(120), `z\n${'y'.repeat(120)}`],
  };
  const log = createLogger('silent', 'test');
  const render = (keys: Parameters<typeof renderPrompts>[1], given: Partial<PromptValues>, name: string) =>
    page.step(
      name,
      () => renderPrompts(app.platform, keys, { ...values, ...given }, log),
      (prompts) => prompts,
    );
  const system = 'generate_posts_system' as const;
  await render({ system, user: 'ad_post' }, {}, 'What the model is told, by the prompts that ship');
  await render(
    { system, user: 'rewrite_post' },
    {
      facts: [],
      news: [],
      samples: [],
      voice: '',
      corrections: [],
      recentPosts: [],
      rewrite: { text: 'A "text"', way: 'hint', hint: 'more `x`' },
    },
    'What the model is told to write again, by a hint',
  );
  await render(
    { system, user: 'rewrite_post' },
    { tone: 'Dry', rewrite: { text: 'A', way: 'angle', hint: '' } },
    'What the model is told to write again, without a hint',
  );
  const publish = (id: string, content: string, model: string | null) =>
    db.execute(sql`insert into saved_versions (subject_type, subject_id, version, content, is_published, saved_at) values
      ('prompt', ${id}, 9, ${JSON.stringify({
        role: 'user',
        description: '',
        content,
        model,
        variables: [
          { name: 'mood', default: 'glad' },
          { name: 'niche', default: 'no' },
        ],
      })}::jsonb, true, now())`);
  await page.prepare(() => publish(`${system}/en/`, 'System of staff, {{ mood }}', 'm-1'));
  await page.prepare(() => publish('ad_post/en/', 'All {{ avoid | join: "; " }}', 'm-2'));
  await page.prepare(() => publish('ad_post/en/tea', 'Tea {{ niche }} {{ tone }}', null));
  await render(
    { system, user: 'ad_post' },
    { niche: 'TEA', tone: 'Dry' },
    'What the model is told, by a prompt of the niche',
  );
  await render({ system, user: 'ad_post' }, {}, 'What the model is told, by prompts of staff');
  await page.prepare(() => publish('ad_post/en/chess', ' {{ tone }} ', 'm-3'));
  await render(
    { system, user: 'ad_post' },
    { niche: 'Chess' },
    'What the model is told, where the prompt of staff is empty',
  );
  await page.prepare(() => publish('ad_post/en/golf', '{{ who }}', 'm-3'));
  await render(
    { system, user: 'ad_post' },
    { niche: 'Golf' },
    'What the model is told, where the prompt of staff fails',
  );

  await page.step('A start with the same prompts', () => seedPrompts(db));
  await page.prepare(async () => {
    await db.execute(
      sql`update prompt_templates set content = 'Old', model = 'old' where template_key = 'rewrite_post'`,
    );
    await db.execute(sql`delete from prompt_templates where template_key = 'ad_post'`);
    await db.execute(sql`delete from saved_versions where subject_id = 'ad_post/en/'`);
  });
  await page.step('A start of a release with other prompts', () => seedPrompts(db));
  await page.expectKept('prompts');
});
