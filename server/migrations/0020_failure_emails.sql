-- When a person was last told by email of posts that failed.
create table failure_emails (
  user_id bigint primary key references users (id) on delete cascade,
  at timestamptz not null
);
