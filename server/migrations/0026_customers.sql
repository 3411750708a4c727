-- A customer as the lists of staff show them: a person with what billing and two-factor know of them.
create view customers as
  select u.id, u.email, u.created_at, u.posts_paused, u.roles,
    t.enabled_at is not null as two_factor_enabled,
    s.state, s.trial_end, s.cancel_at,
    coalesce(s.collection_paused, false) as collection_paused,
    coalesce(s.has_payment_method, false) as has_payment_method,
    coalesce(s.has_ever_subscribed, false) as has_ever_subscribed
  from users u
    left join subscriptions s on s.user_id = u.id
    left join two_factor t on t.user_id = u.id
  where u.deleted_at is null;

-- Newest first, a page at a time, without reading the rows before it.
create index users_here on users (id desc) where deleted_at is null;
create index users_email_search on users using gin (email gin_trgm_ops);
-- One for each status that the list can be narrowed to; without a subscription there is no row to look for.
create index subscriptions_of_trials on subscriptions (user_id desc) where state = 'trialing';
create index subscriptions_of_payers on subscriptions (user_id desc)
  where state in ('trialing', 'active') and cancel_at is null and not collection_paused
    and has_payment_method and has_ever_subscribed;
create index subscriptions_of_leavers on subscriptions (user_id desc)
  where state = 'canceled' or cancel_at is not null;
