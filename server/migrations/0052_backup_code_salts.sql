-- The salt of the hashes of a person's backup codes; null for codes made before, whose HMAC is kept as it is.
alter table two_factor add column backup_salt text;
