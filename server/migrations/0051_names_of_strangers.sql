-- When what names somebody ends by itself: for those who are nobody's account.
alter table audit_names add column ends_at timestamptz;
create index audit_names_ends_at on audit_names (ends_at) where ends_at is not null;
