-- Posts that advertise, written for staff's own accounts: they count for no cycle and are saved without a review.
alter table generation_jobs add column kind text not null default 'calendar' check (kind in ('calendar', 'ads'));
