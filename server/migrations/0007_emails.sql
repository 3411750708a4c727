-- Liquid templates. Each start of a process writes them from code; those that staff have edited stay. `layout` is the
-- frame around every email, with the email itself as `content`.
create table email_templates (
  template_key text not null check (template_key ~ '^[a-z0-9_]{1,64}$'),
  locale text not null default 'en',
  subject text not null,
  html text not null,
  plain text not null,
  variables jsonb not null,
  is_published boolean not null default true,
  version integer not null default 1,
  -- When staff last changed it; null while it is as the code has it.
  edited_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (template_key, locale)
);

-- Emails to send, and the log of those sent. Variables hold links that open accounts: sealed, and gone once sent.
create table emails (
  id bigint generated always as identity primary key,
  user_id bigint references users (id) on delete cascade,
  recipient text not null,
  template_key text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  sealed_variables text,
  -- The unique part of the Message-ID, made once: a mail server can tell a repeat from a second email.
  message_id text not null unique,
  subject text,
  attempts integer not null default 0,
  -- Until then one worker has it; null when nobody has.
  claimed_until timestamptz,
  last_error text,
  queued_at timestamptz not null,
  sent_at timestamptz
);
create index emails_user on emails (user_id, queued_at);
