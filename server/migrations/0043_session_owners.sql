-- Every call asks who makes it: a session with what is asked of its owner, and of the viewer of a view, in one look.
-- A person who has left makes no call, whatever sessions they had.
create view session_owners as
  select s.id, s.token_hash, s.user_id, s.created_at, s.expires_at, s.last_seen_at, s.viewer_session_id,
    u.email, u.email_verified_at, u.time_zone, u.roles,
    t.enabled_at is not null as two_factor
  from sessions s
    join users u on u.id = s.user_id
    left join two_factor t on t.user_id = s.user_id
  where u.deleted_at is null;
