-- A person's other tabs hear of changed settings. A row without a person tells everybody that publishing stopped or goes on.
alter table person_changes
  alter column user_id drop not null,
  drop constraint person_changes_kind_check,
  add constraint person_changes_kind_check check (
    kind in ('plan_changed', 'accounts_changed', 'posts_changed', 'settings_changed', 'publishing_stop')
  ),
  add constraint person_changes_everybody_check check ((user_id is null) = (kind = 'publishing_stop'));
