-- What people and the engine did to a post, beside the calls to X, which post_attempts tells.
create table post_events (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('planned', 'edited', 'moved', 'retried')),
  detail jsonb not null default '{}'
);
create index post_events_post on post_events (post_id, id);

-- When an account's posts were held and let go, and why. What holds now is in account_holds.
create table account_hold_log (
  id bigint generated always as identity primary key,
  account_id bigint not null references x_accounts (id) on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('held', 'released')),
  reason text not null,
  until timestamptz
);
create index account_hold_log_account on account_hold_log (account_id, at);

-- When the call to X began, as far as the worker lived to say so.
alter table post_attempts add column called_at timestamptz;
