-- A stream belongs to the session that asked for it, and ends with it. Tokens live for a minute: those under way are
-- asked for again.
delete from stream_tokens;
alter table stream_tokens add column session_id bigint not null references sessions (id) on delete cascade;
create index stream_tokens_session on stream_tokens (session_id);
