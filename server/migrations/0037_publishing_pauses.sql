-- A maintenance window may hold publishing for everybody. What came due during a pause moves to free times after it.
alter table maintenance_windows add column holds_publishing boolean not null default false;

create table publishing_pauses (
  -- The maintenance window that holds. A pause that is over stays for a day: its end decides which posts move.
  window_id bigint primary key,
  starts_at timestamptz not null,
  -- Without an end it lasts until the window is cancelled.
  ends_at timestamptz check (ends_at > starts_at)
);
