-- Staff are few among many: found without reading everybody.
create index users_with_role on users (id) where roles <> '{}';
