-- Whoever has left counts as no subscriber, also until they are erased. The figures' first count took them for one,
-- for good: nothing counts their subscription again.
with gone as (
  select s.user_id, s.counted_phase, s.counted_tier, s.counted_ever
  from users u join subscriptions s on s.user_id = u.id
  where u.deleted_at is not null and (s.counted_phase is not null or s.counted_ever)
), told as (
  insert into figure_changes (day, figure, label, amount)
    select (now() at time zone 'UTC')::date, figure, label, -count(*)
    from gone cross join lateral (values
      ('subscribers.active', coalesce(counted_tier, 'free'), counted_phase is not null),
      ('subscribers.in_trial', '', counted_phase = 'trial'),
      ('subscribers.ever', '', counted_ever)) as f (figure, label, counts)
    where counts group by figure, label
)
update subscriptions s set counted_phase = null, counted_tier = null, counted_ever = false
  from gone g where s.user_id = g.user_id;
