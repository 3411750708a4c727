-- Which process a worker is. It may lose its number and take another; what it began meanwhile is still its own.
alter table workers add column instance uuid not null default gen_random_uuid();
alter table workers alter column instance drop default;

-- A process that was killed leaves claims on renewals behind, which are found by it.
create index x_accounts_refreshing on x_accounts (refreshing_by) where refreshing_by is not null;
