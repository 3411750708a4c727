-- What is true of what an account posts about, as its owner says it. An account has a hundred at most.
create table facts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null references x_accounts (id) on delete cascade,
  kind text not null check (kind in ('product', 'price', 'date', 'opinion', 'story')),
  text text not null check (char_length(text) between 1 and 500),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index facts_of_account on facts (account_id, id);
create index facts_of_user on facts (user_id);

-- Feeds that an account's posts may draw on; three at most, with the newest twenty entries of each.
create table fact_feeds (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  account_id bigint not null references x_accounts (id) on delete cascade,
  url text not null,
  title text not null,
  -- What the feed said about its version.
  etag text,
  last_modified text,
  -- When it was read last, why it could not be since, and when it is read again. Who takes it to read moves the last.
  read_at timestamptz not null,
  problem text,
  next_read_at timestamptz not null,
  created_at timestamptz not null,
  unique (account_id, url)
);
create index fact_feeds_of_user on fact_feeds (user_id);
create index fact_feeds_next_read on fact_feeds (next_read_at);

create table feed_entries (
  id bigint generated always as identity primary key,
  feed_id bigint not null references fact_feeds (id) on delete cascade,
  -- Tells the entries of a feed apart, so that one that stays keeps its id.
  mark text not null,
  title text not null,
  text text not null,
  url text,
  published_at timestamptz,
  unique (feed_id, mark)
);

-- What supported the claims of a post when it was saved; in words, for facts change and feeds go on.
create table post_sources (
  post_id bigint not null references posts (id) on delete cascade,
  position integer not null,
  claim text not null,
  source_id text not null,
  label text not null,
  url text,
  primary key (post_id, position)
);
