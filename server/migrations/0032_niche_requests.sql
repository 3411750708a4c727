-- Niches that people miss. Staff look through them; a person's repeat, in whatever case it is written, is one request.
create table niche_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  name text not null,
  notes text,
  status text not null default 'open' check (status in ('open', 'added', 'declined')),
  created_at timestamptz not null
);
create unique index niche_requests_once on niche_requests (user_id, lower(name));
create index niche_requests_open on niche_requests (created_at) where status = 'open';
