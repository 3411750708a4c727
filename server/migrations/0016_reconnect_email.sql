-- What the owner of an X account hears when X no longer knows our grant.
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
