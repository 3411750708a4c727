-- What staff see of a price beyond what the plans page needs. `active` is the provider's from now on; only prices of one
-- interval are on offer. The next sync fills in what was mirrored before.
alter table billing_prices
  add column interval_count integer not null default 1 check (interval_count > 0),
  add column tax_behavior text not null default 'unspecified' check (tax_behavior in ('exclusive', 'inclusive', 'unspecified'));
