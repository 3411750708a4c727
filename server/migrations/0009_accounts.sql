-- Connected X accounts. Tokens are sealed by the server (AES-256-GCM, with the id of the key).
create table x_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  twitter_user_id text not null,
  username text not null,
  profile_image_url text,
  niche text,
  is_active boolean not null default true,
  selected boolean not null default false,
  posts_paused boolean not null default false,
  needs_reconnect boolean not null default false,
  access_token text,
  refresh_token text,
  token_expires_at timestamptz,
  -- Who renews the tokens right now, and until when nobody else may: X accepts a refresh token once.
  refreshing_by uuid,
  refreshing_until timestamptz,
  niche_update_count integer not null default 0,
  niche_update_period_end timestamptz,
  connected_at timestamptz not null,
  disconnected_at timestamptz,
  updated_at timestamptz not null,
  check (disconnected_at is not null or (access_token is not null and refresh_token is not null and token_expires_at is not null)),
  unique (user_id, twitter_user_id)
);
-- Each X account belongs to one person at a time, and each person has one selected account.
create unique index x_accounts_one_owner on x_accounts (twitter_user_id) where disconnected_at is null;
create unique index x_accounts_one_selected on x_accounts (user_id) where selected and disconnected_at is null;

-- A connection under way: what the callback must bring back. Each state works once, for ten minutes.
create table x_oauth_states (
  state_hash text primary key,
  user_id bigint not null references users (id) on delete cascade,
  browser_hash text not null,
  code_verifier text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index x_oauth_states_expiry on x_oauth_states (expires_at);
