-- Every verified event of the payment provider, kept before it is acted upon. A repeated delivery finds its row.
create table webhook_events (
  id text primary key,
  type text not null,
  object_id text,
  customer_id text,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  processed_at timestamptz
);
create index webhook_events_received on webhook_events (received_at);
