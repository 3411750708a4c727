-- A round of writing: planned slots, and the texts accepted for them so far. It is its own progress, so a worker's
-- death loses at most one answer of the model.
create table generation_jobs (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null references x_accounts (id) on delete cascade,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed')),
  niche text not null,
  is_in_trial boolean not null,
  days_text text not null,
  -- The person agreed that these posts take the place of what is pending or failed on the account.
  replaces boolean not null default false,
  slots jsonb not null check (jsonb_array_length(slots) > 0),
  drafts jsonb not null default '[]' check (jsonb_array_length(drafts) <= jsonb_array_length(slots)),
  round integer not null,
  to_ask integer not null,
  failures integer not null default 0,
  faults text[] not null default '{}',
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  used_at timestamptz,
  finalized_at timestamptz,
  check (status <> 'completed' or jsonb_array_length(drafts) = jsonb_array_length(slots)),
  check ((status = 'failed') = (error is not null)),
  check (used_at is null or status = 'completed'),
  check (finalized_at is null or used_at is not null)
);
-- An account writes one round at a time.
create unique index generation_jobs_one_running on generation_jobs (account_id)
  where status in ('pending', 'processing');
create index generation_jobs_account on generation_jobs (account_id, created_at);
create index generation_jobs_user on generation_jobs (user_id);
create index generation_jobs_created on generation_jobs (created_at);
