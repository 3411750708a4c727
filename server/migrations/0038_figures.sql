-- What the business counts, by day (UTC), figure and label. Whoever changes something adds a row in the same
-- transaction; a job adds the rows up. So no page counts posts or people, and nobody waits for a shared counter.
create table figure_changes (
  id bigint generated always as identity primary key,
  day date not null,
  figure text not null,
  label text not null,
  amount bigint not null
);
create table figure_days (
  day date not null,
  figure text not null,
  label text not null,
  amount bigint not null,
  primary key (figure, day, label)
);

-- Each call of a language model with what it cost, in millionths of a dollar.
create table model_calls (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  purpose text not null check (purpose in ('posts', 'news')),
  user_id bigint references users (id) on delete cascade,
  account_id bigint,
  tier text not null,
  model text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cost_micros bigint not null
);
create index model_calls_at on model_calls (at);
create index model_calls_user on model_calls (user_id) where user_id is not null;

-- What a post cost us at X, and under which plan it went out.
alter table post_attempts
  add column cost_micros integer,
  add column tier text;

-- As what a subscription counts in the figures, so that each change of it counts once.
alter table subscriptions
  add column counted_phase text check (counted_phase in ('trial', 'paying', 'free')),
  add column counted_tier text,
  add column counted_ever boolean not null default false;

-- What there is already.
insert into figure_days (day, figure, label, amount)
  select (created_at at time zone 'UTC')::date, 'users.signed_up', '', count(*) from users group by 1
  union all
  select (deleted_at at time zone 'UTC')::date, 'users.left', '', count(*) from users where deleted_at is not null group by 1
  union all
  select (at at time zone 'UTC')::date, 'revenue.net', lower(currency),
    sum(case kind when 'charged' then amount when 'dispute_won' then 0 else -amount end)::bigint
    from billing_movements group by 1, 3
  union all
  select (at at time zone 'UTC')::date, 'revenue.charges', lower(currency), count(*)
    from billing_movements where kind = 'charged' group by 1, 3
  union all
  select (posted_at at time zone 'UTC')::date, 'posts.posted', 'unknown', count(*) from posts where status = 'posted' group by 1
  union all
  select (updated_at at time zone 'UTC')::date, 'posts.failed', coalesce(error_code, 'unknown'), count(*)
    from posts where status = 'failed' group by 1, 3;
update subscriptions s set
    counted_phase = case when s.state = 'trialing' then 'trial' when r.unit_amount = 0 then 'free' else 'paying' end,
    counted_tier = case
      when lower(coalesce(r.metadata->>'tier', p.metadata->>'tier')) in ('standard', 'pro', 'pro_plus')
        then lower(coalesce(r.metadata->>'tier', p.metadata->>'tier'))
      else 'free' end
  from billing_prices r join billing_products p on p.id = r.product_id
  where r.id = s.price_id and s.state in ('trialing', 'active', 'past_due', 'unpaid', 'paused');
update subscriptions set counted_ever = true where has_ever_subscribed;
insert into figure_days (day, figure, label, amount)
  select (created_at at time zone 'UTC')::date, 'subscribers.active', counted_tier, count(*)
    from subscriptions where counted_phase is not null group by 1, 3
  union all
  select (created_at at time zone 'UTC')::date, 'subscribers.in_trial', '', count(*)
    from subscriptions where counted_phase = 'trial' group by 1
  union all
  select (created_at at time zone 'UTC')::date, 'subscribers.ever', '', count(*)
    from subscriptions where counted_ever group by 1;
