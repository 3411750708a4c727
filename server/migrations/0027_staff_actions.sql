-- Who has the role admin: the last one cannot lose it.
create index users_admins on users (id) where 'admin' = any (roles);

-- What staff granted beyond the plan of an X account. Neither changes what was generated.
create table generation_grants (
  account_id bigint primary key references x_accounts (id) on delete cascade,
  -- Generations up to this moment do not count against the limit of their cycle.
  counted_from timestamptz,
  -- Calendars that were scheduled up to this moment do not fill their cycle.
  scheduled_from timestamptz
);
