-- That a person gave the right password, while sign-in waits for the second factor; ends with that factor.
create table sign_in_proofs (
  token_hash text primary key,
  user_id bigint not null references two_factor (user_id) on delete cascade,
  expires_at timestamptz not null,
  -- How many codes were tried with it.
  tries int not null default 0
);
create index sign_in_proofs_user on sign_in_proofs (user_id);
create index sign_in_proofs_expiry on sign_in_proofs (expires_at);
-- For the clean-up of set-ups that were never finished.
create index two_factor_unfinished on two_factor (created_at) where enabled_at is null;
