-- When the password was last given in a session; null: not since the sign-in that began it.
alter table sessions add column confirmed_at timestamptz;
