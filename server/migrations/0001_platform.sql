-- Counters of rate-limiter-flexible: limits hold across processes and restarts.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Each worker process says here that it lives; readiness looks for a recent line.
create table worker_heartbeats (
  worker_id text primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

-- Search by parts of words.
create extension if not exists pg_trgm;
