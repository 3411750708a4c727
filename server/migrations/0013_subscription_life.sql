-- What settings and mails say of a subscription beyond its state.
alter table subscriptions
  add column card_brand text,
  add column card_last4 text,
  add column card_exp_month integer,
  add column card_exp_year integer,
  -- Whether it ended because nobody paid.
  add column ended_unpaid boolean not null default false,
  -- Counts how often the planned end was set, taken back or refused: part of the idempotency key of the next time.
  add column end_changes integer not null default 0,
  -- The end of the trial that a reminder was sent about.
  add column trial_reminded_end timestamptz,
  -- When the nightly reconciliation last saw it running at the provider.
  add column seen_at timestamptz;

create index subscriptions_trial_end on subscriptions (trial_end) where state = 'trialing';
create index subscriptions_running on subscriptions (user_id)
  where state in ('trialing', 'active', 'past_due', 'unpaid', 'paused');

-- Money that moved or is asked back, by the provider's id of the charge, refund or dispute. A row stands for one
-- mail that was sent, or that was not due.
create table billing_movements (
  id text primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('charged', 'refunded', 'disputed', 'dispute_won', 'dispute_lost')),
  -- In the smallest unit of the currency.
  amount bigint not null,
  currency text not null,
  at timestamptz not null
);
create index billing_movements_user on billing_movements (user_id, at desc);
create index billing_movements_at on billing_movements (at);

-- The report of each nightly comparison with the provider.
create table billing_reconciliations (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Subscriptions that were compared, those that were not as the provider has them, and events that never came.
  compared integer not null default 0,
  mended integer not null default 0,
  missed_events integer not null default 0,
  -- Who was mended: at most a hundred, as [{userId, was, is}].
  details jsonb not null default '[]'
);
create index billing_reconciliations_started on billing_reconciliations (started_at);
