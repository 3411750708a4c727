-- A person's authenticator app. Until `enabled_at` is set it is only being set up, and asks nobody for a code.
create table two_factor (
  user_id bigint primary key references users (id) on delete cascade,
  -- Base32, sealed by the server (AES-256-GCM, with the id of the key).
  sealed_secret text not null,
  -- The 30-second step of the last code taken: no code works twice, and none older than it.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  enabled_at timestamptz
);

-- Codes for the day the phone is gone; each works once. Hashed with the sealed secret as the key.
create table backup_codes (
  user_id bigint not null references two_factor (user_id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

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
