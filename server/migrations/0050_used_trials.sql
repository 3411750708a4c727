-- Who had a trial, by keyed hashes of the address, the X users and the card: it outlives the account.
create table used_trials (
  mark text primary key,
  kind text not null check (kind in ('email', 'x_user', 'card')),
  owner_mark text not null,
  used_at timestamptz not null
);
create index used_trials_used_at on used_trials (used_at);

alter table subscriptions
  add column trial_refused text check (trial_refused in ('email', 'x_user', 'card')),
  add column trial_allowed_at timestamptz;
