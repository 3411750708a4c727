-- The private calendar feed of a person: its address holds the secret.
create table calendar_feeds (
  user_id bigint primary key references users (id) on delete cascade,
  secret_hash text not null unique,
  created_at timestamptz not null
);
