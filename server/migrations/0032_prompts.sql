-- What the model is told, as staff saved it last; every version is in saved_versions. The texts come from the code at
-- each start, where staff have not edited them.
create table prompt_templates (
  template_key text not null check (template_key ~ '^[a-z0-9_]{1,64}$'),
  locale text not null default 'en',
  -- Empty where it holds for every niche.
  niche text not null default '',
  role text not null check (role in ('system', 'user')),
  model text,
  description text not null default '',
  content text not null,
  variables jsonb not null default '[]',
  is_published boolean not null default true,
  version integer not null default 1,
  -- When staff last changed it; null while it is as the code has it.
  edited_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (template_key, locale, niche)
);
-- Niches that differ by capitals alone are one.
create unique index prompt_templates_variant on prompt_templates (template_key, locale, lower(niche));
