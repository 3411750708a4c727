-- Which account a connection under way is meant to bring back; null for a new one.
alter table x_oauth_states add column reconnect_id bigint references x_accounts (id) on delete cascade;
