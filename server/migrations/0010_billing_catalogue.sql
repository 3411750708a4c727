-- A mirror of the payment provider's catalogue. What the provider no longer lists stays here, inactive, so that
-- old subscriptions keep their plan.
create table billing_products (
  id text primary key,
  name text not null,
  description text not null,
  active boolean not null,
  metadata jsonb not null
);

create table billing_prices (
  id text primary key,
  product_id text not null references billing_products on delete cascade,
  active boolean not null,
  -- Cents; 0 means free.
  unit_amount integer not null check (unit_amount >= 0),
  currency text not null,
  "interval" text not null,
  lookup_key text,
  trial_period_days integer,
  metadata jsonb not null
);
create index billing_prices_product on billing_prices (product_id);
create index billing_prices_lookup_key on billing_prices (lookup_key) where active;

-- One row. A sync takes a ticket before it reads the provider; a result with an older ticket than the applied one
-- is stale and is dropped.
create table billing_catalogue_sync (
  only_row boolean primary key default true check (only_row),
  ticket bigint not null default 0,
  applied_ticket bigint not null default 0,
  synced_at timestamptz
);
insert into billing_catalogue_sync default values;
