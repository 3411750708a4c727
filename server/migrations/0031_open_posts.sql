-- Whether a post may still go out. It stays the same when a claim makes a pending post `processing`, so that a claim
-- changes no indexed column: the new version of the row stays on its page, and no index is written (a HOT update).
alter table posts add column is_open boolean not null generated always as (status in ('pending', 'processing')) stored;
alter table posts set (fillfactor = 75);

drop index posts_due;
drop index posts_due_of_account;
drop index posts_held;
create index posts_due on posts (due_at, scheduled_at, id) where is_open and hold_reason is null;
create index posts_due_of_account on posts (account_id, due_at, scheduled_at, id) where is_open and hold_reason is null;
create index posts_held on posts (hold_reason) where is_open and hold_reason is not null;
