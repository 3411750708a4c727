import type { Call } from '@drumbeat/contract/call.ts';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { vi } from 'vitest';
import { z } from 'zod';
import type { TestApp } from '../../test/build-app.ts';
import { stripeOf } from '../features/billing/billing.fixture.ts';

type Account = { id: number; accountId: number };

/** Collects what an app sends to its database, but for what only frames a transaction, each time until it is taken. */
export function watch(pool: pg.Pool): () => Promise<string[]> {
  let texts: string[] = [];
  const watched = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: [string | { text: string }]) => {
      const text = (typeof given[0] === 'string' ? given[0] : given[0].text).replace(/\s+/g, ' ').trim();
      if (!/^(begin|commit|rollback|set)\b/i.test(text)) texts.push(text);
      return query(...given);
    }) as typeof client.query;
  });
  return async () => {
    await vi.waitUntil(() => pool.idleCount === pool.totalCount, 10_000);
    const taken = texts;
    texts = [];
    return taken;
  };
}

/** The instant so many hours from now. */
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
/** Texts that are not alike, and long enough to be compared with others. */
export const texts = (count: number) =>
  Array.from({ length: count }, () => crypto.getRandomValues(new Uint32Array(12)).join(' '));

/** A file of posts to import. */
export function csvOf(count: number): string {
  const rows = texts(count).map((text, n) => `${inHours(72 + n).slice(0, 16)},${text}`);
  return ['time,content', ...rows].join('\n');
}

/** A completed generation job of the owner. */
export async function buildJob(app: TestApp, owner: Account, count: number): Promise<string> {
  const slots = texts(count).map((_, n) => ({ scheduledTime: inHours(48 + n), scheduledTimeLocal: '' }));
  const { rows } = await app.platform.db.execute(sql`
    insert into generation_jobs (user_id, account_id, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask,
      created_at, updated_at)
    values (${owner.id}, ${owner.accountId}, 'completed', 'Gaming', false, '', ${JSON.stringify(slots)},
      ${JSON.stringify(texts(count))}, 1, 0, ${new Date()}, ${new Date()}) returning id`);
  return String(rows[0]?.id);
}

type World = {
  /** Has one account, and many rows of everything else. */
  owner: Account;
  /** Has many accounts. */
  collectorId: number;
  staffId: number;
  /** A post of the owner with many events and sources. */
  postId: number;
};

const PRICE = { currency: 'usd', unit_amount: 700, recurring: { interval: 'month' } } as const;

/** Adds the rows `first` to `last` of all that calls list, and returns the ids that calls take. */
export async function addRows(
  app: TestApp,
  world: World,
  first: number,
  last: number,
): Promise<{ posts: number[]; people: number[]; jobId: string }> {
  const run = (statement: string) => app.platform.db.execute(sql.raw(statement));
  const ids = async (query: string) => (await run(query)).rows.map(({ id }) => Number(id));
  for (const statement of rowsOfLists(world, first, last)) await run(statement);
  const { products } = stripeOf(app);
  for (let n = first; n <= last; n += 1)
    await products.create({ name: `Plan ${n}`, default_price_data: PRICE });
  return {
    posts: await ids(
      `select id from posts where user_id = ${world.owner.id} and status = 'pending' order by id`,
    ),
    people: await ids("select id from users where email like '%@many.example' order by id"),
    jobId: await buildJob(app, world.owner, last),
  };
}

function rowsOfLists({ owner, collectorId, staffId, postId }: World, first: number, last: number): string[] {
  const all = `from generate_series(${first}, ${last}) n`;
  const mine = `select ${owner.id}`;
  const onMine = `${mine}, ${owner.accountId}`;
  const account =
    'insert into x_accounts (user_id, twitter_user_id, username, niche, access_token, refresh_token, token_expires_at, connected_at, updated_at)';
  const connected = `'many', 'Gaming', 'sealed', 'sealed', now(), now(), now()`;
  const post =
    'insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, created_at, updated_at)';
  const content = `{"subject": "", "html": "", "plain": "", "role": "user", "model": null, "description": "", "content": "", "variables": [], "value": true}`;
  const version = (type: string, id: string) => `
    insert into saved_versions (subject_type, subject_id, version, content, is_published, saved_at, saved_by)
      select '${type}', '${id}', 1000 + n, '${content}', false, now(), ${staffId} ${all}`;
  return [
    `with person as (insert into users (email, niche, time_zone, email_consent, created_at, updated_at)
        select n || '@many.example', 'Gaming', 'UTC', false, now(), now() ${all} returning id),
      session as (insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at)
        select id, 'of ' || id, now(), now() + interval '1 day', now() from person),
      link as (insert into email_tokens (user_id, purpose, token_hash, created_at, expires_at)
        select id, 'verify_email', 'of ' || id, now(), now() + interval '1 day' from person),
      plan as (insert into subscriptions (user_id, state, period_end) select id, 'active', now() + interval '9 days' from person),
      cost as (insert into cost_months (month, user_id, post_count, link_count, x_micros, model_micros)
        select date_trunc('month', now() at time zone 'UTC'), id, 1, 0, 15000, 0 from person),
      account as (${account} select id, 'x' || id, ${connected} from person returning id, user_id)
    ${post} select user_id, id, 'x', now(), '', now(), 'failed', now(), now() from account`,
    `with account as (${account} select ${collectorId}, 'x' || n, ${connected} ${all} returning id),
      voice as (insert into voices (account_id, user_id, language, tone, topics, avoided_topics, banned_words, sign_off, samples, updated_at)
        select id, ${collectorId}, 'en', '', '{}', '{}', '{}', '', '{}', now() from account)
    insert into voice_lessons (account_id, lesson, times, last_at) select id, 'no_emoji', 3, now() from account`,
    `${post} ${onMine}, 'Post ' || n, d.at, '2030-01-01T09:00:00', d.at, 'pending', now(), now() ${all},
      lateral (select now() + interval '1 day' + n * interval '1 hour' as at) d`,
    `insert into post_sources (post_id, position, claim, source_id, label) select ${postId}, n, '$19', 'fact:1', 'Pro' ${all}`,
    `insert into post_events (post_id, at, kind) select ${postId}, now(), 'paused' ${all}`,
    `insert into facts (user_id, account_id, kind, text, created_at, updated_at) ${onMine}, 'price', 'Pro costs $' || n, now(), now() ${all}`,
    `with feed as (insert into fact_feeds (user_id, account_id, url, title, read_at, next_read_at, created_at)
        ${onMine}, 'https://feeds.invalid/' || n, 'Feed', now(), now(), now() ${all} returning id)
    insert into feed_entries (feed_id, mark, title, text) select id, 'm', 'Title', 'Text' from feed`,
    `insert into voice_lessons (account_id, lesson, times, last_at) select ${owner.accountId}, 'replace:a>b' || n, 3, now() ${all}`,
    `insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at) ${mine}, 'own ' || n, now(), now() + interval '1 day', now() ${all}`,
    `insert into billing_movements (id, user_id, kind, amount, currency, at) select 're_' || n, ${owner.id}, 'refunded', 700, 'usd', now() ${all}`,
    `insert into emails (user_id, recipient, template_key, status, message_id, queued_at, sent_at)
      ${mine}, 'a@people.example', 'verify_email', 'sent', 'm' || n, now(), now() ${all}`,
    `insert into feedback (user_id, category, message, page_path, request_id, created_at) ${mine}, 'bug', 'It works.', '/', 'r', now() ${all}`,
    `insert into niches (name, slug) select 'Many ' || n, 'many-' || n ${all}`,
    `insert into niche_requests (user_id, name, created_at) ${mine}, 'Wanted ' || n, now() ${all}`,
    `insert into audit_entries (created_at, actor_user_id, action, target_type, target_id) select now(), ${staffId}, 'users.updated', 'user', '${owner.id}' ${all}`,
    `insert into maintenance_windows (starts_at, ends_at, created_by) select d.at, d.at + interval '1 hour', ${staffId} ${all},
      lateral (select now() - n * interval '2 days' as at) d`,
    version('flag', 'plans_enabled'),
    version('prompt', 'generate_posts_user/en/'),
    version('email_template', 'verify_email/en'),
    `insert into prompt_templates (template_key, niche, role, content, variables) select 'generate_posts_user', 'Niche ' || n, 'user', '', '[]' ${all}`,
    `insert into email_templates (template_key, locale, subject, html, plain, variables) select 'verify_email', 'l' || n, '', '', '', '[]' ${all}`,
    `insert into feature_flags (key, value) select 'many_' || n, 'true' ${all}`,
    `insert into billing_products (id, name, description, active, metadata) select 'prod_' || n, 'Plan ' || n, '', true, '{}' ${all}`,
    `insert into billing_prices (id, product_id, active, unit_amount, currency, interval, metadata)
      select 'price_' || n, 'prod_' || n, true, 700, 'usd', 'month', '{}' ${all}`,
  ];
}

/** The length of the longest list of an answer; of a file, its lines. */
export function rowsIn(answer: unknown): number {
  if (typeof answer === 'string') return answer.split('\n').length;
  if (typeof answer !== 'object' || answer === null) return 0;
  const inside = Object.values(answer).map((part) => (typeof part === 'object' ? rowsIn(part) : 0));
  return Math.max(Array.isArray(answer) ? answer.length : 0, ...inside);
}

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema };

/** Whether a call answers a list of objects or a CSV file, or takes a list. */
export function hasRows({ body, response, file }: Call): boolean {
  const lists = (schema: z.ZodType) => {
    const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Schema;
    return Object.values(properties).filter(({ type }) => type === 'array');
  };
  const answersRows = lists(response).some(({ items }) => items?.type === 'object');
  return file === 'text/csv' || answersRows || (body !== undefined && lists(body).length > 0);
}
