-- What operators count: posts that wait, by reason. Posts that nothing holds are not in it.
create index posts_held on posts (hold_reason) where status = 'pending' and hold_reason is not null;

-- Each time this database was brought back from a backup. What went out between the two is not in it, so each account
-- is held as 'restored' until its timeline on X has been read from `backup_from` on.
create table restores (
  id bigint generated always as identity primary key,
  backup_from timestamptz not null,
  restored_at timestamptz not null
);
alter table account_holds drop constraint account_holds_reason_check;
alter table account_holds add constraint account_holds_reason_check
  check (reason in ('disconnected', 'subscription', 'paused', 'paused_all', 'rate_limited', 'restored'));
create index account_holds_restored on account_holds (account_id) where reason = 'restored';
