-- Pages of customers by status are found without their rows: these two hold what decides, each read from an index alone.
-- Few people have left and are not erased yet, so that leaving them out costs nothing.
create view customer_plans as
  select s.user_id as id, s.state, s.trial_end, s.cancel_at, s.collection_paused, s.has_payment_method,
    s.has_ever_subscribed
  from subscriptions s
  where not exists (select from users d where d.id = s.user_id and d.deleted_at is not null);

create view customers_without_plan as
  select u.id from users u
  where u.deleted_at is null and not exists (
    select from subscriptions s where s.user_id = u.id and s.state not in ('incomplete', 'incomplete_expired'));

drop index subscriptions_of_trials;
drop index subscriptions_of_payers;
drop index subscriptions_of_leavers;
create index subscriptions_of_trials on subscriptions (user_id desc)
  include (trial_end, cancel_at, collection_paused) where state = 'trialing';
create index subscriptions_of_payers on subscriptions (user_id desc)
  where state in ('trialing', 'active') and cancel_at is null and not collection_paused
    and has_payment_method and has_ever_subscribed;
create index subscriptions_of_leavers on subscriptions (user_id desc) include (state, cancel_at, collection_paused)
  where state = 'canceled' or cancel_at is not null;
create index subscriptions_of_plans on subscriptions (user_id desc)
  where state not in ('incomplete', 'incomplete_expired');
create index users_left on users (id) where deleted_at is not null;
