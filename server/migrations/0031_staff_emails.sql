-- An email that staff wrote to one customer: its text, fixed when it was queued. Sealed, and gone once sent.
alter table emails add column sealed_content text;
-- Made up by whoever asked for the email, so that a repeated request sends one.
alter table emails add column request_key uuid;
create unique index emails_request on emails (user_id, request_key) where request_key is not null;
