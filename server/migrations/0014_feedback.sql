-- What customers tell us. The request id leads to the log of the call that brought it.
create table feedback (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  category text not null check (category in ('general', 'feature', 'bug', 'other')),
  rating smallint check (rating between 1 and 5),
  message text not null check (length(message) between 5 and 5000),
  page_path text not null check (page_path like '/%' and length(page_path) <= 200),
  request_id text not null,
  created_at timestamptz not null
);
create index feedback_user on feedback (user_id);
create index feedback_created on feedback (created_at, id);
