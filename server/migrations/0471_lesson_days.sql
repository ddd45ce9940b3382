-- Drop-off per lesson within a period. Writer: features/dashboard, by its job.

-- When a learner first opened a lesson; kept while they are enrolled.
create table dashboard_arrival (
  client_id integer not null,
  user_id integer not null,
  course_id integer not null,
  topic_id integer not null,
  first_at timestamptz not null,
  primary key (client_id, user_id, course_id, topic_id),
  foreign key (client_id, user_id, course_id) references enrolment (client_id, user_id, course_id) on delete cascade,
  foreign key (client_id, course_id, topic_id) references course_topic (client_id, course_id, id) on delete cascade
);
create index dashboard_arrival_lesson on dashboard_arrival (client_id, course_id, topic_id, first_at);
call protect_tenant_table('dashboard_arrival');

-- In the client's time zone: learners who first opened the lesson that day, and those whose last lesson it is and who
-- had then not gone on for two weeks.
create table dashboard_lesson_day (
  client_id integer not null,
  course_id integer not null,
  topic_id integer not null,
  day date not null,
  arrived integer not null check (arrived >= 0),
  stopped integer not null check (stopped >= 0),
  primary key (client_id, course_id, topic_id, day),
  foreign key (client_id, course_id, topic_id) references course_topic (client_id, course_id, id) on delete cascade
);
call protect_tenant_table('dashboard_lesson_day');

alter table dashboard_lesson drop column stopped;

-- The next count is one of everything.
alter table dashboard_count no force row level security;
update dashboard_count set recounted_at = 'epoch';
alter table dashboard_count force row level security;
