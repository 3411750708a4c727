-- A mirror of the payment provider's catalogue. What the provider no longer lists stays here, inactive, so that
-- old subscriptions keep their plan.
create table billing_products (
  id text primary key,
  name text not null,
  description text not null,
  active boolean not null,
  metadata jsonb not null
);

create table billing_prices (
  id text primary key,
  product_id text not null references billing_products on delete cascade,
  active boolean not null,
  -- Cents; 0 means free.
  unit_amount integer not null check (unit_amount >= 0),
  currency text not null,
  "interval" text not null,
  lookup_key text,
  trial_period_days integer,
  metadata jsonb not null
);
create index billing_prices_product on billing_prices (product_id);
create index billing_prices_lookup_key on billing_prices (lookup_key) where active;

-- One row. A sync takes a ticket before it reads the provider; a result with an older ticket than the applied one
-- is stale and is dropped.
create table billing_catalogue_sync (
  only_row boolean primary key default true check (only_row),
  ticket bigint not null default 0,
  applied_ticket bigint not null default 0,
  synced_at timestamptz
);
insert into billing_catalogue_sync default values;

-- One row per person who ever went to a checkout: what the payment provider said last.
create table subscriptions (
  user_id bigint primary key references users on delete cascade,
  -- Names the person to the provider, across databases, so that a customer made just before a crash is found again.
  customer_reference uuid not null unique default gen_random_uuid(),
  -- Refused attempts to make the customer; part of the idempotency key, which must not repeat a refused request.
  customer_failures integer not null default 0,
  customer_id text unique,
  subscription_id text unique,
  state text check (state in (
    'trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete', 'incomplete_expired', 'canceled'
  )),
  price_id text,
  product_id text,
  period_end timestamptz,
  trial_start timestamptz,
  trial_end timestamptz,
  cancel_at timestamptz,
  canceled_at timestamptz,
  ended_at timestamptz,
  cancel_reason text,
  cancel_feedback text,
  has_payment_method boolean not null default false,
  has_ever_subscribed boolean not null default false,
  -- The provider was told to collect nothing for now, whatever the state says.
  collection_paused boolean not null default false,
  -- While past due: until when posts go out all the same.
  grace_end timestamptz,
  -- What posts and accounts were last told, and when that ends by the clock alone.
  publishes boolean not null default false,
  publishes_until timestamptz,
  account_limit integer not null default 1,
  -- A sync takes a ticket before it reads the provider. One that was overtaken by a later ticket is dropped.
  ticket bigint not null default 0,
  applied_ticket bigint not null default 0,
  synced_at timestamptz,
  -- When a read of the provider last began, whatever became of it.
  asked_at timestamptz,
  created_at timestamptz not null default now()
);
-- Whose subscription should have moved on: the states are those in which the provider goes on by itself.
create index subscriptions_next_change on subscriptions (least(period_end, cancel_at))
  where state in ('trialing', 'active', 'past_due', 'unpaid', 'paused');
create index subscriptions_publishes_until on subscriptions (publishes_until, user_id)
  where publishes_until is not null;

-- Written down before the provider is asked, so that a repeat after a crash asks with the same key.
create table checkouts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  idempotency_key uuid not null unique default gen_random_uuid(),
  price_id text not null,
  -- 0 for a checkout without a trial.
  trial_days integer not null check (trial_days >= 0),
  -- open: may be completed. closing: to be expired at the provider. closed: expired, completed or never made.
  state text not null default 'open' check (state in ('open', 'closing', 'closed')),
  session_id text unique,
  url text,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create unique index checkouts_one_open on checkouts (user_id) where state = 'open';
create index checkouts_user on checkouts (user_id);

-- Every verified event of the payment provider, kept before it is acted upon. A repeated delivery finds its row.
create table webhook_events (
  id text primary key,
  type text not null,
  object_id text,
  customer_id text,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  processed_at timestamptz
);
create index webhook_events_received on webhook_events (received_at);
create index webhook_events_unprocessed on webhook_events (received_at) where processed_at is null;
