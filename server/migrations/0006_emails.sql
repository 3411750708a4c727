-- Liquid templates, edited by staff. `layout` is the frame that every mail's html is put into, as `content`.
create table email_templates (
  template_key text not null check (template_key ~ '^[a-z0-9_]{1,64}$'),
  locale text not null default 'en',
  subject text not null,
  html text not null,
  plain text not null,
  variables jsonb not null default '[]',
  is_published boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (template_key, locale)
);

-- Mails to send, and the log of those sent. Variables hold links that open accounts: sealed, and gone once sent.
create table emails (
  id bigint generated always as identity primary key,
  user_id bigint references users (id) on delete cascade,
  recipient text not null,
  template_key text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  sealed_variables text,
  -- The unique part of the Message-ID, made once: a mail server can tell a repeat from a second mail.
  message_id text not null unique,
  subject text,
  attempts integer not null default 0,
  last_error text,
  queued_at timestamptz not null,
  sent_at timestamptz
);
create index emails_user on emails (user_id, queued_at);

insert into email_templates (template_key, subject, html, plain, variables) values
('layout', '', $html$<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>{{ subject }}</title>
</head>
<body style="margin:0;padding:0;background:#FAFAF9;color:#1C1917;font-family:Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#FAFAF9;">
<tr><td align="center" style="padding:40px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;">
<tr><td style="padding:0 4px 20px;">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td valign="bottom" style="padding-right:3px;"><div style="width:5px;height:8px;background:#4F46E5;border-radius:2px;font-size:0;">&nbsp;</div></td>
<td valign="bottom" style="padding-right:3px;"><div style="width:5px;height:14px;background:#4F46E5;border-radius:2px;font-size:0;">&nbsp;</div></td>
<td valign="bottom" style="padding-right:10px;"><div style="width:5px;height:20px;background:#4F46E5;border-radius:2px;font-size:0;">&nbsp;</div></td>
<td valign="bottom" style="font-size:18px;line-height:20px;font-weight:600;letter-spacing:-0.01em;">Drumbeat</td>
</tr></table>
</td></tr>
<tr><td style="background:#FFFFFF;border:1px solid #E7E5E4;border-radius:10px;padding:32px 28px;">
{{ content | raw }}
</td></tr>
<tr><td style="padding:20px 4px 0;color:#57534E;font-size:13px;line-height:20px;">
Questions? Write to <a href="mailto:{{ supportEmail }}" style="color:#57534E;">{{ supportEmail }}</a>.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
$html$, $plain${{ content }}

--
Drumbeat · {{ publicUrl }}
Questions? Write to {{ supportEmail }}.
$plain$, '[{"name": "subject"}, {"name": "content"}, {"name": "publicUrl"}, {"name": "supportEmail"}]'),

('verify_email', 'Verify your email for Drumbeat', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">Verify your email</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">One click, and you can choose a plan and connect your X account.</p>
<p style="margin:0 0 24px;"><a href="{{ link }}" style="display:inline-block;background:#1C1917;color:#FFFFFF;font-size:15px;line-height:24px;font-weight:600;text-decoration:none;padding:10px 20px;border-radius:8px;">Verify email</a></p>
<p style="margin:0 0 8px;font-size:13px;line-height:20px;color:#57534E;">If the button does not work, open this address:</p>
<p style="margin:0 0 24px;font-size:13px;line-height:20px;word-break:break-all;"><a href="{{ link }}" style="color:#4F46E5;">{{ link }}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">The link works once, for 24 hours. If you did not sign up with {{ email }}, you can ignore this mail.</p>$html$,
$plain$Verify your email

One click, and you can choose a plan and connect your X account:

{{ link }}

The link works once, for 24 hours. If you did not sign up with {{ email }}, you can ignore this mail.$plain$,
'[{"name": "email"}, {"name": "link"}]');
