-- The schedule is the queue: workers publish straight from this table.
create type post_status as enum ('pending', 'processing', 'posted', 'failed');

create table posts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null references x_accounts (id) on delete cascade,
  content text not null,
  -- When the person wants it out: the instant, and the wall clock that they saw.
  scheduled_at timestamptz not null,
  scheduled_local text not null,
  -- When the engine may take it: scheduled_at, or later after a failed try.
  due_at timestamptz not null,
  status post_status not null default 'pending',
  -- Why a pending post waits although it may be due; null when nothing holds it.
  hold_reason text,
  retry_count integer not null default 0,
  tweet_id text unique,
  posted_at timestamptz,
  error_code text,
  error_message text,
  generation_job_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- What a claim reads: due and publishable posts only, so a million held or finished ones cost it nothing.
create index posts_due on posts (due_at, id) where status = 'pending' and hold_reason is null;
create index posts_account_time on posts (account_id, scheduled_at);
create index posts_user_time on posts (user_id, scheduled_at);
create index posts_job on posts (generation_job_id) where generation_job_id is not null;

-- The ledger: one row for each call to X, written before the call. An open row means that the account is busy.
create table post_attempts (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  account_id bigint not null,
  worker_id text not null,
  started_at timestamptz not null,
  -- Until then the worker is trusted to settle; afterwards any worker may find out what became of the call.
  lease_until timestamptz not null,
  -- Set when the call ended without an answer that tells: the timeline must.
  unknown_reason text,
  unknown_since timestamptz,
  outcome text check (outcome in ('posted', 'failed', 'retry', 'released', 'absent')),
  tweet_id text,
  error_code text,
  error_message text,
  settled_at timestamptz,
  check ((outcome is null) = (settled_at is null))
);
create unique index post_attempts_one_open on post_attempts (account_id) where settled_at is null;
create index post_attempts_lease on post_attempts (lease_until) where settled_at is null;
create index post_attempts_post on post_attempts (post_id, id);

-- What holds back all posts of an account. Each reason stands and falls by itself.
create table account_holds (
  account_id bigint not null references x_accounts (id) on delete cascade,
  reason text not null check (reason in ('disconnected', 'subscription', 'paused', 'paused_all', 'rate_limited')),
  -- When it ends by itself; null when somebody must end it.
  until timestamptz,
  created_at timestamptz not null,
  primary key (account_id, reason)
);
create index account_holds_until on account_holds (until) where until is not null;

-- Tokens that open an event stream: one use, sixty seconds.
create table stream_tokens (
  token_hash text primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null,
  expires_at timestamptz not null
);
