create table maintenance_windows (
  id bigint generated always as identity primary key,
  starts_at timestamptz not null,
  -- Without an end it lasts until it is cancelled.
  ends_at timestamptz check (ends_at > starts_at),
  message text,
  canceled_at timestamptz,
  created_by bigint references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index maintenance_windows_ahead on maintenance_windows (starts_at) where canceled_at is null;
