-- Whoever deletes their account is a stranger from that moment on; what is left of them is erased a day later, when no
-- post of theirs can be on its way any more and the rest of a disconnected X account is over.
alter table users add column deleted_at timestamptz;
create index users_deleted on users (deleted_at) where deleted_at is not null;

insert into email_templates (template_key, subject, html, plain, variables) values
('account_deleted', 'Your Drumbeat account was deleted', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">Your account was deleted</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">The account of {{ email }} is gone: no more posts go out, X is disconnected, and a running subscription is canceled without another charge. What is left of your data is erased within a day.</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#57534E;">Was this not you? Write to us at once, by answering this mail.</p>$html$,
$plain$Your account was deleted

The account of {{ email }} is gone: no more posts go out, X is disconnected, and a running subscription is canceled without another charge. What is left of your data is erased within a day.

Was this not you? Write to us at once, by answering this mail.$plain$,
'[{"name": "email"}]');
