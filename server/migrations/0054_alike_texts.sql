-- By what a post, or a draft of a job that is not saved yet, is found when somebody writes a text like it. The words of a post
-- stay in posts; a row here ends with its post or its job.
create table alike_texts (
  id bigint primary key generated always as identity,
  post_id bigint unique references posts (id) on delete cascade,
  job_id uuid references generation_jobs (id) on delete cascade,
  -- Of a draft: its words, and whose it is.
  draft text,
  user_id bigint references users (id) on delete cascade,
  bands int[] not null,
  sketch bit(256) not null,
  -- When the clean-up looks whether the row has served its time.
  look_at timestamptz not null,
  check ((post_id is null) <> (job_id is null)),
  check ((job_id is null) = (draft is null) and (draft is null) = (user_id is null))
);
-- A look-up must not wait for a list of rows that are not in the index yet.
create index alike_texts_bands on alike_texts using gin (bands) with (fastupdate = off);
create index alike_texts_job on alike_texts (job_id) where job_id is not null;
create index alike_texts_user on alike_texts (user_id) where user_id is not null;
create index alike_texts_look_at on alike_texts (look_at);

-- Posts from before: the clean-up, which looks at these first, writes what they are found by.
insert into alike_texts (post_id, bands, sketch, look_at)
  select id, '{}', 0::bit(256), '-infinity' from posts
  where status <> 'posted' or posted_at > now() - interval '90 days';
