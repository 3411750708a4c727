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

insert into email_templates (template_key, subject, html, plain, variables) values
('reconnect_x', 'Reconnect @{{ username }} to keep posting', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">Reconnect @{{ username }}</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">X no longer lets us post for @{{ username }}. The scheduled posts wait and nothing is lost: connect the account again, and they go out at their next free times.</p>
<p style="margin:0 0 24px;"><a href="{{ link }}" style="display:inline-block;background:#1C1917;color:#FFFFFF;font-size:15px;line-height:24px;font-weight:600;text-decoration:none;padding:10px 20px;border-radius:8px;">Reconnect X</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">This happens when the permission was taken back at X, the password there was changed, or the account was locked.</p>$html$,
$plain$Reconnect @{{ username }}

X no longer lets us post for @{{ username }}. The scheduled posts wait and nothing is lost: connect the account again, and they go out at their next free times.

{{ link }}

This happens when the permission was taken back at X, the password there was changed, or the account was locked.$plain$,
'[{"name": "username"}, {"name": "link"}]');

insert into email_templates (template_key, subject, html, plain, variables) values
('posts_moved', '{{ count }} posts of @{{ username }} moved to new times', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">New times for {{ count }} posts</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">{{ reason }} Posts of @{{ username }} whose time had passed were not sent in a burst: they moved to the next free times of your calendar, the first to {{ first }}. Nothing was lost, and you can change them as always.</p>
<p style="margin:0;"><a href="{{ link }}" style="display:inline-block;background:#1C1917;color:#FFFFFF;font-size:15px;line-height:24px;font-weight:600;text-decoration:none;padding:10px 20px;border-radius:8px;">See the calendar</a></p>$html$,
$plain$New times for {{ count }} posts

{{ reason }} Posts of @{{ username }} whose time had passed were not sent in a burst: they moved to the next free times of your calendar, the first to {{ first }}. Nothing was lost, and you can change them as always.

{{ link }}$plain$,
'[{"name": "count"}, {"name": "username"}, {"name": "reason"}, {"name": "first"}, {"name": "link"}]');

insert into email_templates (template_key, subject, html, plain, variables) values
('reset_password', 'Set a new password for Drumbeat', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">Set a new password</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">Someone, most likely you, asked to set a new password for {{ email }}.</p>
<p style="margin:0 0 24px;"><a href="{{ link }}" style="display:inline-block;background:#1C1917;color:#FFFFFF;font-size:15px;line-height:24px;font-weight:600;text-decoration:none;padding:10px 20px;border-radius:8px;">Set new password</a></p>
<p style="margin:0 0 8px;font-size:13px;line-height:20px;color:#57534E;">If the button does not work, open this address:</p>
<p style="margin:0 0 24px;font-size:13px;line-height:20px;word-break:break-all;"><a href="{{ link }}" style="color:#4F46E5;">{{ link }}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">The link works once, for 1 hour, and only the newest one works. If you did not ask for it, you can ignore this mail: your password stays as it is.</p>$html$,
$plain$Set a new password

Someone, most likely you, asked to set a new password for {{ email }}.

{{ link }}

The link works once, for 1 hour, and only the newest one works. If you did not ask for it, you can ignore this mail: your password stays as it is.$plain$,
'[{"name": "email"}, {"name": "link"}]'),

('password_changed', 'Your Drumbeat password was changed', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">Your password was changed</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">The password for {{ email }} was changed in the settings. Every other session has been signed out.</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">Was this not you? Reset your password at <a href="{{ link }}" style="color:#4F46E5;">{{ link }}</a> and write to us at once.</p>$html$,
$plain$Your password was changed

The password for {{ email }} was changed in the settings. Every other session has been signed out.

Was this not you? Reset your password at {{ link }} and write to us at once.$plain$,
'[{"name": "email"}, {"name": "link"}]'),

('password_reset', 'Your Drumbeat password was reset', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">Your password was reset</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">A new password was set for {{ email }} by a link from your inbox. Every session has been signed out: sign in again with the new password.</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">Was this not you? Reset your password at <a href="{{ link }}" style="color:#4F46E5;">{{ link }}</a> and write to us at once.</p>$html$,
$plain$Your password was reset

A new password was set for {{ email }} by a link from your inbox. Every session has been signed out: sign in again with the new password.

Was this not you? Reset your password at {{ link }} and write to us at once.$plain$,
'[{"name": "email"}, {"name": "link"}]'),

('sessions_ended', 'Your other Drumbeat sessions were signed out', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">Your other sessions were signed out</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">All sessions of {{ email }} were signed out, except the one that asked for it. Sessions ended: {{ count }}.</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">Was this not you? Reset your password at <a href="{{ link }}" style="color:#4F46E5;">{{ link }}</a> and write to us at once.</p>$html$,
$plain$Your other sessions were signed out

All sessions of {{ email }} were signed out, except the one that asked for it. Sessions ended: {{ count }}.

Was this not you? Reset your password at {{ link }} and write to us at once.$plain$,
'[{"name": "email"}, {"name": "count"}, {"name": "link"}]');

insert into email_templates (template_key, subject, html, plain, variables) values
('account_deleted', 'Your Drumbeat account was deleted', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">Your account was deleted</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">The account of {{ email }} is gone: no more posts go out, X is disconnected, and a running subscription is canceled without another charge. What is left of your data is erased within a day.</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">Was this not you? Write to us at once, by answering this mail.</p>$html$,
$plain$Your account was deleted

The account of {{ email }} is gone: no more posts go out, X is disconnected, and a running subscription is canceled without another charge. What is left of your data is erased within a day.

Was this not you? Write to us at once, by answering this mail.$plain$,
'[{"name": "email"}]');

insert into email_templates (template_key, subject, html, plain, variables) values
('two_factor_on', 'Two-factor authentication is on', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">Two-factor authentication is on</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">From now on, signing in as {{ email }} takes a code from your authenticator app as well. Keep your backup codes where you find them without your phone. Every other session has been signed out.</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">Was this not you? Reset your password at <a href="{{ link }}" style="color:#4F46E5;">{{ link }}</a> and write to us at once.</p>$html$,
$plain$Two-factor authentication is on

From now on, signing in as {{ email }} takes a code from your authenticator app as well. Keep your backup codes where you find them without your phone. Every other session has been signed out.

Was this not you? Reset your password at {{ link }} and write to us at once.$plain$,
'[{"name": "email"}, {"name": "link"}]'),

('two_factor_off', 'Two-factor authentication is off', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">Two-factor authentication is off</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">Signing in as {{ email }} now takes the password alone. Your authenticator entry and your backup codes no longer work; you can delete them. Every other session has been signed out.</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">Was this not you? Reset your password at <a href="{{ link }}" style="color:#4F46E5;">{{ link }}</a> and write to us at once.</p>$html$,
$plain$Two-factor authentication is off

Signing in as {{ email }} now takes the password alone. Your authenticator entry and your backup codes no longer work; you can delete them. Every other session has been signed out.

Was this not you? Reset your password at {{ link }} and write to us at once.$plain$,
'[{"name": "email"}, {"name": "link"}]');

insert into email_templates (template_key, subject, html, plain, variables) values
('backup_code_used', 'A backup code was used to sign in', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">A backup code was used</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">Someone signed in as {{ email }} with the password and one of the backup codes. Codes left: {{ left }}. To get ten new ones, turn two-factor authentication off and on again in your settings.</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">Was this not you? Reset your password at <a href="{{ link }}" style="color:#4F46E5;">{{ link }}</a> and write to us at once.</p>$html$,
$plain$A backup code was used

Someone signed in as {{ email }} with the password and one of the backup codes. Codes left: {{ left }}. To get ten new ones, turn two-factor authentication off and on again in your settings.

Was this not you? Reset your password at {{ link }} and write to us at once.$plain$,
'[{"name": "email"}, {"name": "left"}, {"name": "link"}]');
