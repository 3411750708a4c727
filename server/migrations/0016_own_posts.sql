-- A post that its owner paused by itself. Its `hold_reason` then says 'paused_one' unless something holds the account,
-- so that the indexes of due posts leave it out.
alter table posts
  add column is_paused boolean not null default false,
  -- When the owner was told of the failure that `error_code` names. A claim changes neither, and so no index.
  add column failure_told_at timestamptz;
update posts set failure_told_at = now() where status = 'failed';
create index posts_failure_untold on posts (user_id)
  where failure_told_at is null and error_code is not null and error_code <> 'AUTH_EXPIRED';

alter table post_events drop constraint post_events_kind_check;
alter table post_events add constraint post_events_kind_check
  check (kind in ('planned', 'copied', 'edited', 'moved', 'retried', 'paused', 'resumed', 'restored'));

-- What a deleted post needs to come back as it was.
alter table deleted_posts
  add column is_paused boolean not null default false,
  add column moved_from timestamptz,
  add column retry_count integer not null default 0,
  add column error_code text,
  add column error_message text,
  add column generation_job_id uuid;
alter table deleted_posts drop constraint deleted_posts_way_check;
alter table deleted_posts add constraint deleted_posts_way_check
  check (way in ('one', 'several', 'pending_failed', 'replaced', 'account_removed'));

-- Which posts a request with this key of the browser's saved: a repeat saves none and gives these back.
create table post_requests (
  user_id bigint not null references users (id) on delete cascade,
  key uuid not null,
  post_ids bigint[] not null,
  at timestamptz not null,
  primary key (user_id, key)
);
create index post_requests_age on post_requests (at);
