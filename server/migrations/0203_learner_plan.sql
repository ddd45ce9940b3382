-- What a learner wants to learn for and about. A row exists once the welcome was answered or skipped.
-- The goal of a week is in weekly_goal. One writer: features/learner-plan.
create table learner_plan (
  client_id integer not null,
  user_id integer not null,
  purpose text check (purpose in ('job', 'studies', 'skills', 'fun')),
  interests text[] not null default '{}',
  saved_at timestamptz not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('learner_plan');
