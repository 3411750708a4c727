-- How each account writes. Of the posts that a profile is made of only figures are kept, and at most 12 samples.
create table voices (
  account_id bigint primary key references x_accounts (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  language text not null,
  tone text not null,
  topics text[] not null,
  avoided_topics text[] not null,
  banned_words text[] not null,
  sign_off text not null,
  samples text[] not null check (cardinality(samples) <= 12),
  -- With a version, so that a profile of an older form is known.
  profile jsonb,
  source text check (source in ('archive', 'pasted', 'samples')),
  points jsonb not null default '{}',
  profiled_at timestamptz,
  updated_at timestamptz not null,
  check ((profile is null) = (source is null) and (profile is null) = (profiled_at is null))
);
create index voices_user on voices (user_id);

-- What people change in posts again and again. Three times the same is a rule to propose.
create table voice_lessons (
  account_id bigint not null references x_accounts (id) on delete cascade,
  lesson text not null check (length(lesson) <= 100),
  times integer not null check (times > 0),
  state text not null default 'counted' check (state in ('counted', 'accepted', 'dismissed')),
  last_at timestamptz not null,
  primary key (account_id, lesson)
);
-- Lessons that were not accepted have an end.
create index voice_lessons_old on voice_lessons (last_at) where state <> 'accepted';
