-- People. What they prove themselves with lies in `passwords`, so that no reader of a person can leak it.
create table users (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  niche text not null,
  time_zone text not null,
  email_consent boolean not null,
  email_verified_at timestamptz,
  roles text[] not null default '{}' check (roles <@ array['admin', 'support', 'ops', 'tester']),
  posts_paused boolean not null default false,
  last_scheduling_cycle timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table passwords (
  user_id bigint primary key references users (id) on delete cascade,
  -- argon2id, as a PHC string that carries its own parameters.
  hash text not null check (hash like '$argon2id$%'),
  changed_at timestamptz not null
);

-- Of every token the database keeps the SHA-256 only.
create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Tokens that travel in a mailed link; each works once.
create table email_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_tokens_user on email_tokens (user_id, purpose, created_at);
create index email_tokens_expiry on email_tokens (expires_at);

-- Who did what. Rows are only ever added; they outlive the people in them, so nothing is referenced.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  actor_user_id bigint,
  action text not null,
  target_type text,
  target_id text,
  details jsonb not null default '{}',
  ip text,
  request_id text
);
create index audit_log_time on audit_log (created_at);
create index audit_log_actor on audit_log (actor_user_id, created_at);
create index audit_log_target on audit_log (target_type, target_id, created_at);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
