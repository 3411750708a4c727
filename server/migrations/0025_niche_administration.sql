-- Whether anybody uses a niche that is to be deleted. People and accounts hold a niche by its name.
create index users_niche on users (niche);
create index x_accounts_niche on x_accounts (niche) where niche is not null;
create index niches_parent on niches (parent_id) where parent_id is not null;

-- Open requests: by words of staff, by person, and all of one name.
create index niche_requests_text on niche_requests using gin (lower(name || ' ' || coalesce(notes, '')) gin_trgm_ops)
  where status = 'open';
create index niche_requests_name on niche_requests (lower(name)) where status = 'open';
