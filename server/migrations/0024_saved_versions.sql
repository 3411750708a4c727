-- Every version of what staff write: flags, prompts, email templates. Rows are added and never changed, so that what
-- was can be compared and brought back. The newest published one is what the product uses.
create table saved_versions (
  subject_type text not null check (subject_type in ('flag', 'prompt', 'email_template')),
  subject_id text not null,
  version integer not null check (version > 0),
  content jsonb not null,
  is_published boolean not null default true,
  saved_at timestamptz not null,
  -- Null where the program itself wrote it, or the person is erased.
  saved_by bigint references users (id) on delete set null,
  reason text,
  primary key (subject_type, subject_id, version)
);
create index saved_versions_saved_by on saved_versions (saved_by);

alter table feature_flags add column version integer not null default 1;
insert into saved_versions (subject_type, subject_id, version, content, saved_at)
  select 'flag', key, version, jsonb_build_object('value', value, 'description', description), updated_at
  from feature_flags;
insert into saved_versions (subject_type, subject_id, version, content, is_published, saved_at)
  select 'email_template', template_key || '/' || locale, version,
    jsonb_build_object('subject', subject, 'html', html, 'plain', plain, 'variables', variables),
    is_published, updated_at
  from email_templates;
