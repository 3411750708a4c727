-- Whether a person wants the weekly summary of their posts by email.
alter table users add column weekly_summary boolean not null default true;

-- When each person with posts is next due for a summary, and the Monday of the last week that is dealt with.
create table weekly_summaries (
  user_id bigint primary key references users (id) on delete cascade,
  due_at timestamptz not null,
  week date
);
create index weekly_summaries_due on weekly_summaries (due_at, user_id);
insert into weekly_summaries (user_id, due_at) select distinct user_id, now() from posts;
