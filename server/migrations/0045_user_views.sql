-- What a page shows of its person first of all, but for their plan: one look instead of three.
create view user_views as
  select u.id, u.email, u.niche, u.time_zone, u.email_consent, u.weekly_summary, u.email_verified_at, u.roles, u.posts_paused,
    u.last_scheduling_cycle,
    t.enabled_at is not null as two_factor_enabled,
    a.id as account_id, a.profile_image_url, a.niche_update_count, a.niche_update_period_end
  from users u
    left join two_factor t on t.user_id = u.id
    left join x_accounts a on a.user_id = u.id and a.selected and a.disconnected_at is null;
