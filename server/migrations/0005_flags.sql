-- Switches that staff throw. Which of them the browser may see is a list in the code, not a column.
create table feature_flags (
  key text primary key check (key ~ '^[a-z0-9_]{1,64}$'),
  value jsonb not null,
  description text not null default '',
  updated_at timestamptz not null default now()
);
insert into feature_flags (key, value, description) values
  ('cardano_enabled', 'false', 'Offers Cardano on the plans page'),
  ('cardano_pricing', '{"currency": "USDC", "priceUsd": 5}', 'What a month costs when paid in Cardano'),
  ('plans_enabled', 'true', 'Sends people who signed up to the plans page, rather than straight to a checkout');
