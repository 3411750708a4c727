-- The time that a person had planned, where an outage or a pause moved the post to another; null where nothing did.
alter table posts add column moved_from timestamptz;

insert into email_templates (template_key, subject, html, plain, variables) values
('posts_moved', '{{ count }} posts of @{{ username }} moved to new times', $html$<h1 style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-0.02em;">New times for {{ count }} posts</h1>
<p style="margin:0 0 24px;font-size:15px;line-height:24px;">{{ reason }} Posts of @{{ username }} whose time had passed were not sent in a burst: they moved to the next free times of your calendar, the first to {{ first }}. Nothing was lost, and you can change them as always.</p>
<p style="margin:0;"><a href="{{ link }}" style="display:inline-block;background:#1C1917;color:#FFFFFF;font-size:15px;line-height:24px;font-weight:600;text-decoration:none;padding:10px 20px;border-radius:8px;">See the calendar</a></p>$html$,
$plain$New times for {{ count }} posts

{{ reason }} Posts of @{{ username }} whose time had passed were not sent in a burst: they moved to the next free times of your calendar, the first to {{ first }}. Nothing was lost, and you can change them as always.

{{ link }}$plain$,
'[{"name": "count"}, {"name": "username"}, {"name": "reason"}, {"name": "first"}, {"name": "link"}]');
