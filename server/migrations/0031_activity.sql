-- Study time per person and calendar day. One writer: features/activity.

create table daily_activity (
  client_id integer not null,
  user_id integer not null,
  -- The learner's own calendar day.
  day date not null,
  -- Credited seconds; a day has no more (spec 9).
  seconds integer not null check (seconds between 0 and 86400),
  updated_at timestamptz not null default now(),
  primary key (client_id, user_id, day),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index daily_activity_leaders on daily_activity (client_id, day, seconds desc, user_id);
call protect_tenant_table('daily_activity');
