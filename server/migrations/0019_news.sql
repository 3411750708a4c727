-- The news of each niche as it was last summarised, and who fetches it again.
create table news (
  niche text primary key,
  items jsonb not null default '[]' check (jsonb_typeof(items) = 'array'),
  refreshed_at timestamptz,
  -- What the feed said about its version.
  etag text,
  last_modified text,
  -- A refresh is under way since then. One that failed or died leaves this, and the next may begin a while later.
  claimed_at timestamptz,
  -- Refreshes of that day (UTC).
  day date,
  refreshes integer not null default 0
);
