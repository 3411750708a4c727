-- One row for each X account: its queue, its order and its ledger. What is taken out of it is one post at a time.
create table lanes (
  account_id bigint primary key references x_accounts (id) on delete cascade,
  user_id bigint not null,
  -- The account's first post that may go out, and since when it may. Whoever writes posts leaves these two true.
  next_post bigint,
  next_due timestamptz,
  -- Nothing of the account goes out before this time: posts are spaced after a late one, and tries after a failed one.
  not_before timestamptz,
  -- What holds the whole account, of several reasons the one that its owner reads. All of them are in account_holds.
  hold text,
  -- The post that a worker has in hand. It is committed before X is called, so that a worker's death loses no call.
  open_post bigint,
  -- Counts claims and takeovers: who settles a post as not out must still have the lane's last number.
  epoch bigint not null default 0,
  worker integer,
  started_at timestamptz,
  called_at timestamptz,
  -- Set when the call ended without an answer that tells: the timeline must.
  unknown_reason text,
  unknown_since timestamptz,
  -- From then on a timeline without the post proves that it is not out.
  certain_at timestamptz,
  -- When to look at the timeline next, and how often that was done. A worker that lives and waits for its call has none.
  look_at timestamptz,
  looks integer not null default 0,
  -- Attempts in a row of which nobody knows how they ended, and that were not on the timeline.
  absents integer not null default 0,
  -- When the lane can be taken next; null while it has no post, has one in hand, or is held.
  ready_at timestamptz generated always as (
    case when next_post is not null and open_post is null and hold is null then greatest(next_due, not_before) end
  ) stored,
  check ((open_post is null) = (started_at is null))
) with (fillfactor = 50);
create index lanes_ready on lanes (ready_at) where ready_at is not null;
create index lanes_open on lanes (worker) where open_post is not null;
create index lanes_look on lanes (look_at) where look_at is not null;
create index lanes_held on lanes (hold) where hold is not null;

-- Workers that live. Each holds an advisory lock under its number as long as its connection lasts, and says every second
-- until when it may be believed alive. Nobody else's clock counts.
create table workers (
  number integer primary key generated always as identity,
  process text not null,
  started_at timestamptz not null,
  alive_until timestamptz not null
) with (fillfactor = 50);
drop table worker_heartbeats;

create function make_lane() returns trigger language plpgsql as $$
begin
  insert into lanes (account_id, user_id) values (new.id, new.user_id);
  return null;
end $$;
create trigger x_accounts_lane after insert on x_accounts for each row execute function make_lane();
insert into lanes (account_id, user_id) select id, user_id from x_accounts;

-- Posts keep how they went out; what an account does meanwhile stands in its lane.
alter table posts
  add column started_at timestamptz,
  add column called_at timestamptz,
  -- What it cost us at X, and under which plan it went out.
  add column cost_micros integer,
  add column tier text;
update posts p set started_at = a.started_at, called_at = a.called_at, cost_micros = a.cost_micros, tier = a.tier
  from post_attempts a where a.post_id = p.id and a.outcome = 'posted';
-- No worker has the number 0: whoever starts takes these over.
update lanes l set open_post = a.post_id, worker = 0, epoch = 1, started_at = a.started_at, called_at = a.called_at,
    unknown_reason = a.unknown_reason, unknown_since = a.unknown_since, certain_at = a.lease_until + interval '20 seconds', look_at = now()
  from post_attempts a where a.account_id = l.account_id and a.settled_at is null;
update lanes l set hold = (select min(reason) from account_holds h where h.account_id = l.account_id);

alter table account_holds drop constraint account_holds_reason_check;
alter table account_holds add constraint account_holds_reason_check
  check (reason in ('disconnected', 'subscription', 'paused', 'paused_all', 'rate_limited', 'unanswered', 'restored'));

-- An attempt has a row only if something about it was not ordinary.
drop index post_attempts_one_open;
delete from post_attempts where settled_at is null
  or (outcome = 'posted' and unknown_reason is null and called_at is not null);
alter table post_attempts
  drop column lease_until,
  drop column worker_id,
  drop column cost_micros,
  drop column tier,
  alter column outcome set not null,
  alter column settled_at set not null;

-- A post in hand is pending in its own row: that it is in hand says its lane.
drop index posts_due, posts_due_of_account, posts_held;
alter table posts
  drop column is_open,
  drop column hold_reason,
  drop constraint posts_posted_at_check,
  alter column status drop default;
alter type post_status rename to former_post_status;
create type post_status as enum ('pending', 'posted', 'failed');
alter table posts alter column status type post_status
  using (case status when 'processing' then 'pending' else status::text end)::post_status;
alter table deleted_posts alter column status type post_status
  using (case status when 'processing' then 'pending' else status::text end)::post_status;
drop type former_post_status;
alter table posts
  alter column status set default 'pending',
  add constraint posts_posted_at_check check (posted_at is null or status = 'posted') not valid,
  reset (fillfactor);
-- What operators count.
create index posts_paused on posts (account_id) where status = 'pending' and is_paused;
-- Which post of an account is next.
create index posts_next on posts (account_id, due_at, scheduled_at, id) where status = 'pending' and not is_paused;

update lanes l set next_post = n.id, next_due = n.due_at
  from lanes k cross join lateral (
    select id, due_at from posts p
    where p.account_id = k.account_id and p.status = 'pending' and not p.is_paused and p.id is distinct from k.open_post
    order by due_at, scheduled_at, id limit 1
  ) n where k.account_id = l.account_id;

-- Posts as people see them: in hand or not, and what holds them.
create view shown_posts as
  select p.id, p.user_id, p.account_id, p.content, p.scheduled_at, p.scheduled_local, p.due_at, p.moved_from, p.is_paused,
    case when l.open_post = p.id and p.status = 'pending' then 'processing' else p.status::text end as status,
    case when p.status = 'pending' then coalesce(l.hold, case when p.is_paused then 'paused_one' end) end as hold_reason,
    p.retry_count, p.tweet_id, p.posted_at, p.error_code, p.error_message, p.failure_told_at, p.generation_job_id, p.created_at,
    case when l.open_post = p.id then greatest(p.updated_at, l.started_at) else p.updated_at end as updated_at
  from posts p left join lanes l on l.account_id = p.account_id;
