-- The ids that a person had at the payment provider before the present ones, for putting them back. A trigger writes
-- them down, so that no way of changing them leaves them out.
create table former_billing_ids (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  customer_id text not null,
  subscription_id text,
  replaced_at timestamptz not null default now()
);
create index former_billing_ids_user on former_billing_ids (user_id, id);

create function keep_former_billing_ids() returns trigger language plpgsql as $$
begin
  -- A new customer stands beside the former one's subscription until the first checkout: that is no pair to go back to.
  insert into former_billing_ids (user_id, customer_id, subscription_id)
  select old.user_id, old.customer_id, old.subscription_id
  where not exists (
    select from former_billing_ids
    where user_id = old.user_id and subscription_id = old.subscription_id and customer_id <> old.customer_id
  );
  return null;
end
$$;
create trigger keep_former_billing_ids after update of customer_id, subscription_id on subscriptions
  for each row when (
    old.customer_id is not null
    and (
      old.customer_id is distinct from new.customer_id
      or (old.subscription_id is not null and old.subscription_id is distinct from new.subscription_id)
    )
  )
  execute function keep_former_billing_ids();

-- What the payment provider told us of one customer, newest first.
create index webhook_events_customer on webhook_events (customer_id, occurred_at) where customer_id is not null;
