-- The salt of the hashes of a person's backup codes. Those made before it are not found any more.
alter table two_factor add column backup_salt text;
update two_factor set backup_salt = replace(gen_random_uuid()::text, '-', '');
alter table two_factor alter column backup_salt set not null;
