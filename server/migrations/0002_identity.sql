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
  updated_at timestamptz not null,
  -- Set when a person deletes the account: signed out and out of sight at once, erased a day later, when no post can
  -- be on its way any more and the pause of a disconnected X account is over.
  deleted_at timestamptz
);
create index users_deleted on users (deleted_at) where deleted_at is not null;

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
  expires_at timestamptz not null,
  -- What people see of a session: its last use, the device in words, and the address without its last part.
  last_seen_at timestamptz not null,
  device text,
  ip text
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Networks from which a person has signed in, hashed together with the person: strangers' misses shut these out never.
create table known_networks (
  user_id bigint not null references users (id) on delete cascade,
  network_hash text not null,
  last_seen_at timestamptz not null,
  primary key (user_id, network_hash)
);
create index known_networks_seen on known_networks (last_seen_at);

-- Tokens of links sent by email; each works once.
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

-- A person's authenticator app. Until `enabled_at` is set it is only being set up, and asks nobody for a code.
create table two_factor (
  user_id bigint primary key references users (id) on delete cascade,
  -- Base32, sealed by the server (AES-256-GCM, with the id of the key).
  sealed_secret text not null,
  -- The 30-second step of the last code taken: no code works twice, and none older than it.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  enabled_at timestamptz
);

-- Codes for the day the phone is gone; each works once. Hashed with the sealed secret as the key.
create table backup_codes (
  user_id bigint not null references two_factor (user_id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
