-- A version that takes the text out of use: earlier published ones no longer count, later ones do.
alter table saved_versions
  add column is_withdrawal boolean not null default false,
  add constraint saved_versions_withdrawal_check check (not (is_withdrawal and is_published));
