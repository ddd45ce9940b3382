-- Minutes a week that a learner chose. One writer: features/activity.
create table weekly_goal (
  client_id integer not null,
  user_id integer not null,
  minutes integer not null check (minutes between 10 and 6000),
  chosen_at timestamptz not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('weekly_goal');

-- Badges that were reached stay. One writer: features/badges.
create table learner_badge (
  client_id integer not null,
  user_id integer not null,
  badge text not null,
  earned_at timestamptz not null,
  primary key (client_id, user_id, badge),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('learner_badge');
