-- One ledger of what X and the models charge us; calls of models were in it already.
alter table model_calls rename to cost_entries;
alter table cost_entries drop constraint if exists model_calls_purpose_check;
alter table cost_entries
  add column kind text not null default 'model'
    check (kind in ('post', 'post_with_link', 'post_read', 'profile_read', 'model')),
  -- How many were charged, at the same price.
  add column count integer not null default 1,
  add column post_id bigint,
  -- Whether it is in the person's month; a job adds what is not.
  add column is_summed boolean not null default false,
  alter column purpose drop not null,
  alter column model drop not null,
  alter column input_tokens drop not null,
  alter column output_tokens drop not null;
alter table cost_entries alter column kind drop default;
alter index model_calls_at rename to cost_entries_at;
drop index model_calls_user;
create index cost_entries_user on cost_entries (user_id, at) where user_id is not null;
create index cost_entries_unsummed on cost_entries (id) where not is_summed;

-- What a person cost in a calendar month of UTC: a list of the dearest reads no entries.
create table cost_months (
  month date not null,
  user_id bigint not null references users (id) on delete cascade,
  post_count bigint not null,
  link_count bigint not null,
  x_micros bigint not null,
  model_micros bigint not null,
  cost_micros bigint generated always as (x_micros + model_micros) stored,
  primary key (user_id, month)
);
create index cost_months_dearest on cost_months (month, cost_micros desc, user_id);

-- What was read at X on a day of UTC: X charges for each object once.
create table billed_reads (
  day date not null,
  kind text not null check (kind in ('post_read', 'profile_read')),
  object_id text not null,
  primary key (day, kind, object_id)
);

-- Whether X sees a link in a post, as the server found when the text was written. SQL cannot count as X does: of older
-- posts the price tells, else the protocol.
alter table posts add column has_link boolean not null default false;
update posts set has_link = true where cost_micros = 200000 or content ~* 'https?://';
create index posts_linked on posts (user_id, due_at) where has_link;

-- What staff have read off X's own page, and all that X had cost until then by our ledger.
create table x_credits (
  key uuid primary key,
  number bigint generated always as identity,
  at timestamptz not null,
  balance_micros bigint not null,
  spent_micros bigint not null
);
create index x_credits_at on x_credits (at);
create index x_credits_number on x_credits (number);

-- What the posts that are planned for a day of UTC will cost; a job counts them.
create table planned_costs (
  day date primary key,
  cost_micros bigint not null,
  counted_at timestamptz not null
);
