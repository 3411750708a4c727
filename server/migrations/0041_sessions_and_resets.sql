-- What a person is shown of a session, so that they know it again: when it was last used, and what signed in from where.
-- The device is kept in words and the address without its last part.
alter table sessions add column last_seen_at timestamptz, add column device text, add column ip text;
update sessions set last_seen_at = created_at;
alter table sessions alter column last_seen_at set not null;

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
