/*
 * The rows of the console's tables, one statement per table; `$1` and `$2` are the first and last number of a
 * batch. The tables are new, so people have the ids 1 to n. `@users` and `@audit` are replaced by their
 * counts.
 */
const words = `array['gaming', 'coffee', 'travel', 'running', 'chess', 'cooking', 'law', 'music', 'space', 'wine']`;
const word = (by: string): string => `(${words})[1 + ${by} % 10]`;
const every = 'from generate_series($1::int, $2::int) n';
/** When the n-th person signed up: evenly over two years. */
const joined = `now() - (@users - n) * interval '730 days' / @users`;
const tier = `(array['standard', 'pro', 'pro', 'pro_plus'])[1 + n % 4]`;

/** `share` rows per person, post or entry. */
export type Rows = { table: string; of: 'users' | 'posts' | 'audit'; share: number; text: string };

const people: Rows[] = [
  {
    table: 'users',
    of: 'users',
    share: 1,
    text: `insert into users (email, niche, time_zone, email_consent, email_verified_at, created_at, updated_at)
      select ${word('n')} || '.' || md5(n::text) || '@' || (${words})[1 + n % 7] || '.example', 'Gaming', 'UTC', n % 3 = 0,
        ${joined}, ${joined}, now() ${every}`,
  },
  {
    table: 'x_accounts',
    of: 'users',
    share: 1,
    text: `insert into x_accounts (user_id, twitter_user_id, username, selected, access_token, refresh_token, token_expires_at, connected_at, updated_at)
      select n, n::text, 'user_' || n, true, 'x', 'x', now() + interval '1 day', ${joined}, now() ${every}`,
  },
  {
    table: 'sessions',
    of: 'users',
    share: 1.5,
    text: `insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at, device, ip)
      select 1 + n % @users, 'hash ' || n, now() - n % 30 * interval '1 day', now() + n % 30 * interval '1 day',
        now() - n % 30 * interval '1 hour', 'Firefox on Linux', '203.0.' || n % 200 || '.x' ${every}`,
  },
  {
    table: 'subscriptions',
    of: 'users',
    share: 1,
    // Six in ten have or had a subscription: trials, paying, canceling and canceled ones.
    text: `insert into subscriptions (user_id, customer_id, subscription_id, state, price_id, product_id, period_end, trial_end,
        cancel_at, has_payment_method, has_ever_subscribed, created_at, card_brand, card_last4)
      select n, 'cus_' || md5(n::text), 'sub_' || md5(n::text), state, 'price_' || tier, 'prod_' || tier, now() + n % 30 * interval '1 day',
        case when state = 'trialing' then now() + interval '3 days' end,
        case when n % 50 = 3 then now() + interval '9 days' end, n % 3 > 0, true, ${joined}, 'visa', '4242'
      ${every} cross join lateral (select ${tier} as tier,
        case when n % 10 < 2 then 'trialing' when n % 10 < 4 then 'active' when n % 10 = 4 then 'past_due' else 'canceled' end as state) s
      where n % 10 < 6`,
  },
  {
    table: 'former_billing_ids',
    of: 'users',
    share: 0.01,
    text: `insert into former_billing_ids (user_id, customer_id, subscription_id, replaced_at)
      select n, 'cus_old' || n, 'sub_old' || n, now() ${every}`,
  },
  {
    table: 'billing_movements',
    of: 'users',
    share: 2,
    text: `insert into billing_movements (id, user_id, kind, amount, currency, at)
      select 'ch_' || n, 1 + n % @users, case when n % 40 = 0 then 'refunded' else 'charged' end, 700 + n % 4 * 800,
        case when n % 10 = 0 then 'eur' else 'usd' end, now() - n % 700 * interval '1 day' ${every}`,
  },
  {
    table: 'webhook_events',
    of: 'users',
    share: 2,
    text: `insert into webhook_events (id, type, object_id, customer_id, occurred_at, received_at, processed_at)
      select 'evt_' || n, (array['invoice.paid', 'customer.subscription.updated', 'charge.succeeded'])[1 + n % 3],
        'in_' || md5(n::text), 'cus_' || md5((1 + n % @users)::text), at, at, at
      ${every} cross join lateral (select now() - n % 90 * interval '1 day' as at) t`,
  },
  {
    table: 'emails',
    of: 'users',
    share: 3,
    text: `insert into emails (user_id, recipient, template_key, status, message_id, subject, queued_at, sent_at)
      select 1 + n % @users, 'x@people.example', key, 'sent', 'bench-' || n, 'About ' || key, at, at
      ${every} cross join lateral (select (array['verify_email', 'weekly_summary', 'trial_ending'])[1 + n / @users % 3] as key,
        now() - n % 700 * interval '1 day' as at) t`,
  },
  {
    table: 'generation_jobs',
    of: 'users',
    share: 1,
    text: `insert into generation_jobs (user_id, account_id, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at, updated_at, used_at)
      select n, n, 'completed', 'Gaming', false, '', '[1]', '[1]', 1, 0, at, at, at
      ${every} cross join lateral (select now() - n % 90 * interval '1 day' as at) t`,
  },
  {
    table: 'cost_months',
    of: 'users',
    share: 1,
    text: `insert into cost_months (month, user_id, post_count, link_count, x_micros, model_micros)
      select date_trunc('month', now())::date, n, n % 60, n % 4, n % 60 * 15000 + n % 4 * 185000, 900 ${every}`,
  },
  {
    table: 'cost_entries',
    of: 'users',
    share: 2,
    text: `insert into cost_entries (at, is_summed, kind, purpose, user_id, account_id, tier, model, input_tokens, output_tokens, cost_micros)
      select now() - n % 90 * interval '1 day', true, 'model', 'posts', 1 + n % @users, 1 + n % @users, ${tier}, 'gpt-4o-mini', 2000, 1000, 900 ${every}`,
  },
  {
    table: 'feedback',
    of: 'users',
    share: 0.1,
    text: `insert into feedback (user_id, category, rating, message, page_path, request_id, created_at)
      select n, (array['general', 'feature', 'bug', 'other'])[1 + n % 4], 1 + n % 5, ${word('n')} || ' does not work, number ' || n,
        '/dashboard', md5('feedback ' || n)::uuid, now() - n * interval '1 minute' ${every}`,
  },
  {
    table: 'niche_requests',
    of: 'users',
    share: 0.02,
    text: `insert into niche_requests (user_id, name, notes, status, created_at)
      select n, initcap(${word('n')}) || ' no. ' || n, 'I write about ' || ${word('n / 10')}, case when n % 4 = 0 then 'open' else 'declined' end,
        now() - n * interval '1 minute' ${every}`,
  },
  {
    table: 'maintenance_windows',
    of: 'users',
    share: 0.01,
    text: `insert into maintenance_windows (starts_at, ends_at, message)
      select at, at + interval '1 hour', 'Window ' || n ${every} cross join lateral (select now() - n * interval '1 day' as at) t`,
  },
];

const posts: Rows[] = [
  {
    table: 'posts',
    of: 'posts',
    share: 1,
    // Four in five are posted; one in a hundred failed. One in a hundred belongs to one customer with a very
    // long history.
    text: `insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, tweet_id, posted_at, error_code, created_at, updated_at,
        started_at, called_at, cost_micros, tier)
      select owner, owner, 'Post ' || n || ' of a long history, about as long as people write them on X, now and then', at, '', at,
        state::post_status, case state when 'posted' then (1890000000000000000 + n)::text end,
        case state when 'posted' then at end, case state when 'failed' then 'X_REFUSED' end, at, at,
        case when state <> 'pending' then at end, case when state <> 'pending' then at end, case state when 'posted' then 15000 end,
        case state when 'posted' then ${tier} end
      ${every} cross join lateral (select case when n % 100 = 2 then 1 else 1 + n % @users end as owner,
        case when n % 5 = 0 then 'pending' when n % 100 = 1 then 'failed' else 'posted' end as state) s
      cross join lateral (select now() + (case state when 'pending' then 1 else -1 end) * (n % 31536000) * interval '2 seconds' as at) t`,
  },
  {
    table: 'post_attempts',
    of: 'posts',
    share: 1,
    // Only unusual attempts: failed ones, and one in fifty whose answer was lost and found on the timeline.
    text: `insert into post_attempts (post_id, account_id, started_at, called_at, unknown_reason, unknown_since, outcome, tweet_id, settled_at)
      select n, 1 + n % @users, at, at, case when n % 100 = 1 then null else 'timeout' end, case when n % 100 = 1 then null else at end,
        case when n % 100 = 1 then 'failed' else 'posted' end, case when n % 100 = 1 then null else (1890000000000000000 + n)::text end, at
      ${every} cross join lateral (select now() - (n % 31536000) * interval '2 seconds' as at) t where n % 5 > 0 and n % 100 in (1, 3, 53)`,
  },
  {
    table: 'lanes',
    of: 'users',
    share: 1,
    // The trigger that creates lanes does not run here.
    text: `insert into lanes (account_id, user_id, next_post, next_due) select n, n, p.id, p.due_at
      ${every} left join lateral (
        select id, due_at from posts where account_id = n and status = 'pending' and not is_paused
        order by due_at, scheduled_at, id limit 1
      ) p on true`,
  },
  {
    table: 'post_events',
    of: 'posts',
    share: 1,
    text: `insert into post_events (post_id, at, kind) select n, now(), 'planned' ${every}`,
  },
];

/** Frequencies per thousand entries. Staff are the people 1 to 20; customers only act on themselves. */
const actions = `(values
  (0, 399, 'auth.signed_in', null, '{"network": "known"}', null),
  (400, 519, 'auth.signed_out', null, '{}', null),
  (520, 609, 'auth.sign_in_failed', 'user', '{}', 'email'),
  (610, 729, 'generation.started', 'generation_job', '{"accountId": 1, "posts": 21, "replaces": false}', null),
  (730, 789, 'auth.signed_up', null, '{}', null),
  (790, 839, 'auth.email_verified', null, '{}', null),
  (840, 889, 'accounts.connected', 'x_account', '{}', 'username'),
  (890, 929, 'users.preferences_changed', 'user', '{"weeklySummary": false}', null),
  (930, 954, 'billing.portal_opened', null, '{}', null),
  (955, 969, 'billing.subscription_canceled', 'subscription', '{}', 'reason'),
  (970, 979, 'auth.session_ended', 'session', '{}', null),
  (980, 987, 'auth.password_changed', null, '{}', null),
  (988, 993, 'admin.sensitive_shown', 'user', '{"view": "overview"}', null),
  (994, 996, 'publishing.retried_by_staff', 'user', '{"before": "failed", "after": "pending"}', 'reason'),
  (997, 998, 'emails.sent_by_staff', 'user', '{"template": "verify_email"}', 'reason'),
  (999, 999, 'flags.saved', 'flag', '{"before": false, "after": true, "version": 7}', 'reason')
) as a (first, last, action, target_type, details, naming)`;
/** A pseudo-random number below 1000, the same for an entry and its names. */
const lot = `(n * 7919::bigint % 1009 % 1000)`;

const audit: Rows[] = [
  {
    table: 'audit_entries',
    of: 'audit',
    share: 1,
    text: `insert into audit_entries (created_at, actor_user_id, action, target_type, target_id, details, request_id, address_hash, names_hash)
      select now() - (@audit - n) * interval '19 seconds',
        case when a.action = 'auth.sign_in_failed' then null when a.first >= 988 then 1 + n % 20 else 1 + n % @users end, a.action, a.target_type,
        case a.target_type when 'flag' then 'flag_' || n % 20 when 'user' then (1 + n / 20 % @users)::text else n::text end,
        a.details::jsonb, md5('request ' || n)::uuid, encode(sha256(n::text::bytea), 'hex'),
        case when a.naming is not null then encode(sha256(n::text::bytea), 'hex') end
      ${every} join ${actions} on ${lot} between a.first and a.last order by n`,
  },
  {
    table: 'audit_names',
    of: 'audit',
    share: 1,
    text: `insert into audit_names (entry_id, ip, ip_salt, details, details_salt)
      select n, '203.0.' || n % 200 || '.' || n % 250, gen_random_uuid(),
        case when a.naming is not null then jsonb_build_object(a.naming, 'What somebody wrote, number ' || n) end,
        case when a.naming is not null then gen_random_uuid() end
      from generate_series($1::int, $2::int) n left join ${actions} on ${lot} between a.first and a.last and a.naming is not null`,
  },
];

/**
 * Small tables: the catalogue, a long history of each template and of a flag, three years of figures labelled
 * as in the product, and some changes that are not counted into a day yet.
 */
export const others: readonly string[] = [
  `insert into billing_products (id, name, description, active, metadata)
   select 'prod_' || tier, tier, '', true, jsonb_build_object('tier', tier) from unnest(array['standard', 'pro', 'pro_plus']) tier`,
  `insert into billing_prices (id, product_id, active, unit_amount, currency, interval, metadata)
   select 'price_' || tier, 'prod_' || tier, true, 700 * place, 'usd', 'month', '{}'
   from unnest(array['standard', 'pro', 'pro_plus']) with ordinality as t (tier, place)`,
  `insert into saved_versions (subject_type, subject_id, version, content, saved_at)
   select 'flag', 'plans_enabled', n, '{"value": true, "description": ""}', now() from generate_series(2, 2000) n`,
  `insert into figure_days (day, figure, label, amount)
   select now()::date - n, figure, case when label = 'cohort' then to_char(now()::date - n, 'YYYY-MM') else label end, 1 + n % 900
   from generate_series(0, 1095) n cross join (values ('users.signed_up', array['']), ('users.left', array['']),
     ('subscribers.active', array['standard', 'pro', 'pro_plus', 'free']), ('subscribers.in_trial', array['']), ('subscribers.ever', array['']),
     ('trials.started', array['cohort']), ('trials.converted', array['cohort']), ('trials.lapsed', array['cohort']),
     ('subscriptions.started', array['cohort']), ('subscriptions.ended', array['cohort']),
     ('revenue.net', array['usd', 'eur']), ('revenue.charges', array['usd', 'eur']),
     ('revenue.tier', array['usd:standard', 'usd:pro', 'usd:pro_plus', 'eur:standard', 'eur:pro', 'eur:pro_plus']),
     ('posts.posted', array['standard', 'pro', 'pro_plus']), ('posts.failed', array['X_REFUSED', 'DUPLICATE_TWEET', 'X_UNAVAILABLE', 'AUTH_EXPIRED']),
     ('posts.late', array['1', '5', '60', '600', 'more']), ('costs.x', array['standard', 'pro', 'pro_plus']),
     ('costs.model', array['standard', 'pro', 'pro_plus'])) as f (figure, labels), unnest(f.labels) as label`,
  `insert into figure_changes (day, figure, label, amount) select now()::date, 'posts.posted', 'pro', 1 from generate_series(1, 2000)`,
];

/** To be run after the server's start, which writes the first versions itself. */
export const olderVersions = `insert into saved_versions (subject_type, subject_id, version, content, saved_at)
  select subject_type, subject_id, n, content, saved_at from saved_versions, generate_series(2, 1000) n
  where subject_type <> 'flag' and version = 1 on conflict do nothing`;

export const rows: readonly Rows[] = [...people, ...posts, ...audit];
