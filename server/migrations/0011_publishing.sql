-- The ledger: one row for each call to X, written before the call. An open row means that the account is busy.
-- It is written twice for each post, so each index costs four writes a post: one key serves settlement and history.
create table post_attempts (
  id bigint generated always as identity,
  post_id bigint not null references posts (id) on delete cascade,
  account_id bigint not null,
  worker_id text not null,
  started_at timestamptz not null,
  -- When the call to X began, where the worker lived long enough to write it down.
  called_at timestamptz,
  -- Until then the worker is trusted to settle; afterwards any worker may find out what became of the call.
  lease_until timestamptz not null,
  -- Set when the call ended without an answer that tells: the timeline must.
  unknown_reason text,
  unknown_since timestamptz,
  outcome text check (outcome in ('posted', 'failed', 'retry', 'not_sent', 'released', 'absent')),
  tweet_id text,
  error_code text,
  error_message text,
  settled_at timestamptz,
  primary key (post_id, id),
  check ((outcome is null) = (settled_at is null))
);
-- One open attempt an account. Open attempts are few, so ended leases are found in this index, too.
create unique index post_attempts_one_open on post_attempts (account_id) include (lease_until) where settled_at is null;

-- One row while X takes posts from nobody because we are out of credits: no worker claims anything but, from `try_at`
-- on, one post to see whether X takes posts again.
create table publishing_stop (
  one_row boolean primary key default true check (one_row),
  reason text not null,
  since timestamptz not null,
  failures integer not null default 1,
  try_at timestamptz not null
);

-- What holds back all posts of an account. Each reason stands and falls by itself.
create table account_holds (
  account_id bigint not null references x_accounts (id) on delete cascade,
  reason text not null
    check (reason in ('disconnected', 'subscription', 'paused', 'paused_all', 'rate_limited', 'restored')),
  -- When it ends by itself; null when somebody must end it.
  until timestamptz,
  created_at timestamptz not null,
  primary key (account_id, reason)
);
create index account_holds_until on account_holds (until) where until is not null;
create index account_holds_restored on account_holds (account_id) where reason = 'restored';

-- When an account's posts were held and released, and why. What holds now is in account_holds.
create table account_hold_log (
  id bigint generated always as identity primary key,
  account_id bigint not null references x_accounts (id) on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('held', 'released')),
  reason text not null,
  until timestamptz
);
create index account_hold_log_account on account_hold_log (account_id, at);

-- Each time this database was restored from a backup. What went out after `backup_from` is not in it, so each account
-- is held as 'restored' until its timeline on X has been read from `backup_from` on.
create table restores (
  id bigint generated always as identity primary key,
  backup_from timestamptz not null,
  restored_at timestamptz not null
);

-- Tokens that open an event stream: one use, sixty seconds. A stream ends with the session that asked for it.
create table stream_tokens (
  token_hash text primary key,
  user_id bigint not null references users (id) on delete cascade,
  session_id bigint not null references sessions (id) on delete cascade,
  purpose text not null,
  expires_at timestamptz not null
);
create index stream_tokens_session on stream_tokens (session_id);

-- What deleted posts leave, for staff alone and for 90 days: what each was, who deleted it, and what happened to it.
create table deleted_posts (
  post_id bigint primary key,
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null,
  content text not null,
  scheduled_at timestamptz not null,
  status post_status not null,
  created_at timestamptz not null,
  deleted_at timestamptz not null,
  deleted_by bigint,
  way text not null check (way in ('one', 'pending_failed', 'replaced', 'account_removed')),
  history jsonb not null,
  attempts jsonb not null
);
create index deleted_posts_age on deleted_posts (deleted_at);
create index deleted_posts_user on deleted_posts (user_id);
