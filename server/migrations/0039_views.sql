-- A view of a customer by staff is a session of the customer that lives no longer than the session of the viewer.
alter table sessions add column viewer_session_id bigint references sessions (id) on delete cascade;
create index sessions_viewer on sessions (viewer_session_id) where viewer_session_id is not null;
