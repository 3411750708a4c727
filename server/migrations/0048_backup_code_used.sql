-- What a person hears when a backup code opened their account: it was they, or someone who found the codes.
insert into email_templates (template_key, subject, html, plain, variables) values
('backup_code_used', 'A backup code was used to sign in', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">A backup code was used</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">Someone signed in as {{ email }} with the password and one of the backup codes. Codes left: {{ left }}. To get ten new ones, turn two-factor authentication off and on again in your settings.</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">Was this not you? Reset your password at <a href="{{ link }}" style="color:#4F46E5;">{{ link }}</a> and write to us at once.</p>$html$,
$plain$A backup code was used

Someone signed in as {{ email }} with the password and one of the backup codes. Codes left: {{ left }}. To get ten new ones, turn two-factor authentication off and on again in your settings.

Was this not you? Reset your password at {{ link }} and write to us at once.$plain$,
'[{"name": "email"}, {"name": "left"}, {"name": "link"}]');
