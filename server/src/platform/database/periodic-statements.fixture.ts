/** Rows of each table: so many that reading a table from end to end shows. */
const ROWS = 3_000;
/** Of so many rows one is due. */
const EVERY = 300;

const all = `from generate_series(1, ${ROWS}) n`;
/** Long ago for nearly all, and for few at a time at which something is to be done with the row. */
const rarely = (now: string, else_: string) => `case when n % ${EVERY} = 0 then ${now} else ${else_} end`;

/** Fills the tables that grow, as years of use would: nearly everything is over, and little is to be done. */
export const fillings: readonly string[] = [
  `insert into users (id, email, niche, time_zone, email_consent, created_at, updated_at, deleted_at)
     overriding system value
     select n, n || '@people.example', 'Gaming', 'UTC', false, now(), now(), ${rarely("now() - interval '3 hours'", 'null')} ${all}`,
  `insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at)
     select n, 's' || n, now(), now() + (${rarely("interval '-31 days'", "interval '1 day'")}), now() ${all}`,
  `insert into email_tokens (user_id, purpose, token_hash, created_at, expires_at)
     select n, 'verify_email', 't' || n, now(), now() + (${rarely("interval '-31 days'", "interval '1 day'")}) ${all}`,
  `insert into two_factor (user_id, sealed_secret, created_at, enabled_at) select n, 's', now(), now() ${all}`,
  `insert into sign_in_proofs (token_hash, user_id, expires_at)
     select 'p' || n, n, now() + (${rarely("interval '-1 day'", "interval '5 minutes'")}) ${all}`,
  `insert into known_networks (user_id, network_hash, last_seen_at)
     select n, 'h' || n, now() - (${rarely("interval '181 days'", "interval '1 day'")}) ${all}`,
  `insert into rate_limits (key, points, expire)
     select 'k' || n, 1, extract(epoch from now()) * 1000 + (${rarely('-90000000', '600000')}) ${all}`,
  `insert into subscriptions (user_id, state, period_end, trial_end, synced_at, seen_at)
     select n, case when n % 4 = 0 then 'trialing' else 'active' end, now() + (${rarely("interval '-3 hours'", "interval '9 days'")}),
       date_trunc('second', now()) + (${rarely("interval '1 day'", "interval '9 days'")}), now() - interval '2 days',
       now() + (${rarely("interval '-3 hours'", "interval '1 hour'")}) ${all}`,
  `insert into billing_movements (id, user_id, kind, amount, currency, at)
     select 'ch_' || n, n, 'charged', 700, 'usd', now() - (${rarely("interval '401 days'", "interval '9 days'")}) ${all}`,
  `insert into used_trials (mark, kind, owner_mark, used_at)
     select 'm' || n, 'email', 'o' || n, now() - (${rarely("interval '731 days'", "interval '9 days'")}) ${all}`,
  `insert into cost_entries (at, kind, cost_micros, user_id, tier, is_summed)
     select now() - (${rarely("interval '401 days'", "interval '9 days'")}), 'post', 15000, n, 'pro', n % ${EVERY} <> 1 ${all}`,
  `insert into cost_months (month, user_id, post_count, link_count, x_micros, model_micros)
     select date_trunc('month', now() - (${rarely("interval '450 days'", "interval '9 days'")}))::date, n, 1, 0, 15000, 0 ${all}`,
  `insert into billed_reads (day, kind, object_id)
     select (now() - (${rarely("interval '3 days'", "interval '1 hour'")}))::date, 'post_read', n::text ${all}`,
  `insert into billing_reconciliations (started_at)
     select now() - (${rarely("interval '401 days'", "interval '9 days'")}) ${all}`,
  `insert into webhook_events (id, type, occurred_at, received_at, processed_at)
     select 'evt_' || n, 'invoice.paid', now(), now() - (${rarely("interval '91 days'", "interval '2 hours'")}),
       now() - (${rarely("interval '91 days'", "interval '2 hours'")}) ${all}`,
  `insert into emails (user_id, recipient, template_key, status, message_id, queued_at, sent_at)
     select n, 'a@people.example', 'verify_email', 'sent', 'm' || n, now(), now() ${all}`,
  `insert into x_accounts (id, user_id, twitter_user_id, username, access_token, refresh_token, token_expires_at, connected_at, updated_at)
     overriding system value
     select n, n, n::text, 'u' || n, 'a', 'r', now() + interval '1 hour', now(), now() ${all}`,
  `insert into generation_jobs (user_id, account_id, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at, updated_at)
     select n, n, 'completed', 'Gaming', false, '', '[1]', '[1]', 1, 0, now() - (${rarely("interval '91 days'", "interval '1 day'")}), now() ${all}`,
  `insert into voice_lessons (account_id, lesson, times, state, last_at)
     select n, 'no_emoji', 1, case when n % 10 = 0 then 'accepted' else 'counted' end,
       now() - (${rarely("interval '181 days'", "interval '1 day'")}) ${all}`,
  `insert into feedback (user_id, category, message, page_path, request_id, created_at)
     select n, 'bug', 'It works.', '/', 'r', now() - (${rarely("interval '731 days'", "interval '1 day'")}) ${all}`,
  `insert into facts (user_id, account_id, kind, text, created_at, updated_at) select n, n, 'price', 'Pro costs $19', now(), now() ${all}`,
  // Of a host that nobody lists, so that nothing is asked.
  `insert into fact_feeds (user_id, account_id, url, title, read_at, next_read_at, created_at)
     select n, n, 'https://feeds.invalid/', 'Feed', now(), now() + (${rarely("interval '-1 minute'", "interval '2 hours'")}), now() ${all}`,
  `insert into feed_entries (feed_id, mark, title, text) select n, 'm', 'Title', 'Text' ${all}`,
  `insert into post_sources (post_id, position, claim, source_id, label) select n, 0, '$19', 'fact:1', 'Pro costs $19' ${all}`,
  `insert into post_requests (user_id, key, post_ids, at)
     select n, gen_random_uuid(), '{1}', now() - (${rarely("interval '8 days'", "interval '1 day'")}) ${all}`,
  // Of each account one post that is out and one to come: of some now, or long ago, or within the minutes in which tokens
  // are renewed.
  `insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, created_at, updated_at)
     select n, n, 'x', t.at, '', t.at, t.status::post_status, now(), now()
     from generate_series(1, ${ROWS}) n cross join lateral (values
       ('posted', now() - interval '20 days'),
       ('pending', now() + (case n % ${EVERY} when 0 then interval '10 minutes' when 1 then interval '-1 minute' when 4 then interval '-2 hours' else interval '20 days' end))
     ) t (status, at)`,
  `insert into alike_texts (post_id, bands, sketch, look_at)
     select n, array[n], n::bit(256), now() + (${rarely("interval '-1 hour'", "interval '9 days'")}) ${all}`,
  // Some have their post in the hands of a worker that is dead, and some are held.
  `insert into lanes (account_id, user_id, next_post, next_due, open_post, worker, epoch, started_at, hold)
     select p.account_id, p.user_id, case when not d.is_open then p.id end, case when not d.is_open then p.due_at end,
       case when d.is_open then p.id end, case when d.is_open then 1 end, 1, case when d.is_open then now() - interval '1 minute' end,
       case p.account_id % ${EVERY} when 3 then 'paused' end
     from posts p cross join lateral (select p.account_id % ${EVERY} = 2 as is_open) d where p.status = 'pending'`,
  `insert into account_holds (account_id, reason, created_at) select n, 'paused', now() ${all} where n % ${EVERY} = 3`,
  `insert into weekly_summaries (user_id, due_at, week)
     select n, now() + (${rarely("interval '-1 hour'", "interval '5 days'")}), '2026-01-05' ${all}`,
  `insert into post_attempts (post_id, account_id, started_at, outcome, settled_at)
     select n, n, now(), 'retry', now() ${all}`,
  `insert into post_events (post_id, at, kind) select n, now(), 'planned' ${all}`,
];
