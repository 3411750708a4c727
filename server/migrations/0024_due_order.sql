-- What waits for one retry falls due together: within that instant posts go out as they were planned, not as they
-- were written down.
create index posts_due_order on posts (due_at, scheduled_at, id) where status = 'pending' and hold_reason is null;
drop index posts_due;
alter index posts_due_order rename to posts_due;

-- Which post of an account is next: a claim asks it of every post that is due.
create index posts_due_of_account on posts (account_id, due_at, scheduled_at, id)
  where status = 'pending' and hold_reason is null;
