create type post_status as enum ('pending', 'processing', 'posted', 'failed');

-- The schedule is the queue: workers publish straight from this table.
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
  -- The time that a person had planned, where an outage or a pause moved the post to another; otherwise null.
  moved_from timestamptz,
  status post_status not null default 'pending',
  -- Whether the post may still go out. A claim makes a pending post `processing` and leaves this as it is: no indexed
  -- column changes, so the new version of the row stays on its page and no index is written (a HOT update).
  is_open boolean not null generated always as (status in ('pending', 'processing')) stored,
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
) with (fillfactor = 75);
-- What a claim reads: due and publishable posts only, so a million held or finished ones cost it nothing. Posts due at
-- the same instant, such as those that wait for one retry, go out in the order in which they were planned.
create index posts_due on posts (due_at, scheduled_at, id) where is_open and hold_reason is null;
-- Which post of an account is next: a claim asks this for every post that is due.
create index posts_due_of_account on posts (account_id, due_at, scheduled_at, id) where is_open and hold_reason is null;
-- What operators count: posts that wait, by reason.
create index posts_held on posts (hold_reason) where is_open and hold_reason is not null;
create index posts_account_time on posts (account_id, scheduled_at);
create index posts_user_time on posts (user_id, scheduled_at);
create index posts_job on posts (generation_job_id) where generation_job_id is not null;

-- What people and the engine did to a post. The calls to X are in post_attempts.
create table post_events (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('planned', 'edited', 'moved', 'retried')),
  detail jsonb not null default '{}'
);
create index post_events_post on post_events (post_id, id);
