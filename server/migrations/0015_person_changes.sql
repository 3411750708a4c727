-- What was told to a person's open pages in the last hour, so that a page whose stream broke hears of it. Rows are added and
-- deleted, never changed: nobody waits for anybody. What becomes of a published post is not here; `posts` says it.
create table person_changes (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('plan_changed', 'accounts_changed', 'posts_changed')),
  at timestamptz not null
);
create index person_changes_user on person_changes (user_id, at);
create index person_changes_age on person_changes (at);
