-- The ledger is written twice for each post that goes out: every index of it costs a post four writes. One key serves
-- both the settlement and the history; open attempts are few, so their leases are read off the index of open ones.
alter table post_attempts drop constraint post_attempts_pkey, add primary key (post_id, id);
drop index post_attempts_post;
drop index post_attempts_lease;
create unique index post_attempts_open on post_attempts (account_id) include (lease_until) where settled_at is null;
drop index post_attempts_one_open;
alter index post_attempts_open rename to post_attempts_one_open;
