-- What is not out yet, soonest planned first: the list of posts reads all of it, however long a person's history is.
-- A claim changes none of these columns, so it still writes no index.
create index posts_not_out on posts (user_id, scheduled_at, id) where posted_at is null;
-- The index is whole only while nothing but a post that is out has such a time. `not valid` skips the reading of what is there.
alter table posts add constraint posts_posted_at_check check (posted_at is null or status = 'posted') not valid;
