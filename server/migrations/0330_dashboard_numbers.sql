-- Numbers of the admin dashboard. Writer: features/dashboard, by its job. They are counted from tables of other features
-- and can always be counted again; pages read them and never count. Viewer 0 is everybody who sees the whole client;
-- any other one is an instructor, who sees the courses they teach.

-- What the last count of a client was.
create table dashboard_count (
  client_id integer not null references client (client_id) on delete cascade,
  counted_at timestamptz not null,
  -- When progress and study time were last counted from the beginning, and not only what changed.
  recounted_at timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  -- Of the whole client.
  learners integer not null check (learners >= 0),
  primary key (client_id)
);
call protect_tenant_table('dashboard_count');

create table dashboard_viewer (
  client_id integer not null references client (client_id) on delete cascade,
  viewer_id integer not null check (viewer_id >= 0),
  -- How many learners they see, and a sum over their ids: another one means other learners, so their days are recounted.
  learners integer not null check (learners >= 0),
  people bigint not null,
  -- Null while the days of this viewer have not followed a change of their learners.
  counted_at timestamptz,
  recounted_at timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  primary key (client_id, viewer_id)
);
call protect_tenant_table('dashboard_viewer');

-- Learners who studied on a day, by the day on which they had studied before. The learners of a period are those of its
-- days whose former day lies before the period, so that nobody counts twice in any period.
create table dashboard_active (
  client_id integer not null references client (client_id) on delete cascade,
  viewer_id integer not null,
  -- The learner's own calendar day.
  day date not null,
  -- 0001-01-01: never before.
  former_day date not null,
  learners integer not null check (learners > 0),
  seconds bigint not null check (seconds > 0),
  primary key (client_id, viewer_id, day, former_day)
);
call protect_tenant_table('dashboard_active');

-- What else happened on a day in the client's time zone.
create table dashboard_day (
  client_id integer not null references client (client_id) on delete cascade,
  viewer_id integer not null,
  day date not null,
  joined integer not null default 0,
  enrolled integer not null default 0,
  completed integer not null default 0,
  -- Attempts at assessments that were handed in: all of them, their percents, those with a pass mark, and the passed.
  submitted integer not null default 0,
  percents numeric not null default 0,
  judged integer not null default 0,
  passed integer not null default 0,
  present integer not null default 0,
  late integer not null default 0,
  excused integer not null default 0,
  absent integer not null default 0,
  primary key (client_id, viewer_id, day)
);
call protect_tenant_table('dashboard_day');

create table dashboard_money (
  client_id integer not null references client (client_id) on delete cascade,
  day date not null,
  currency text not null,
  sold_minor bigint not null,
  refunded_minor bigint not null,
  primary key (client_id, day, currency)
);
call protect_tenant_table('dashboard_money');

-- How far a learner is in a course.
create table dashboard_progress (
  client_id integer not null,
  user_id integer not null,
  course_id integer not null,
  items_done integer not null check (items_done >= 0),
  -- The last lesson in the order of the course that the learner opened.
  furthest_topic_id integer,
  last_at timestamptz,
  -- Quizzes of lessons that were tried and not passed.
  failed_quizzes integer not null check (failed_quizzes >= 0),
  primary key (client_id, user_id, course_id),
  foreign key (client_id, user_id, course_id) references enrolment (client_id, user_id, course_id) on delete cascade,
  foreign key (client_id, furthest_topic_id) references course_topic (client_id, id)
    on delete set null (furthest_topic_id)
);
create index dashboard_progress_topic on dashboard_progress (client_id, course_id, furthest_topic_id);
create index dashboard_progress_lesson on dashboard_progress (client_id, furthest_topic_id);
call protect_tenant_table('dashboard_progress');

create table dashboard_course (
  client_id integer not null,
  course_id integer not null,
  items integer not null check (items >= 0),
  learners integer not null check (learners >= 0),
  started integer not null check (started >= 0),
  completed integer not null check (completed >= 0),
  average_percent integer not null check (average_percent between 0 and 100),
  -- The course's pace: the items that its dates have opened for a week, or else the days that half of those who
  -- finished took. Null: it has none.
  due_items integer,
  pace_days integer check (pace_days > 0),
  primary key (client_id, course_id),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade
);
call protect_tenant_table('dashboard_course');

-- Where the learners of a course are who have not finished it.
create table dashboard_lesson (
  client_id integer not null,
  course_id integer not null,
  topic_id integer not null,
  -- Learners whose furthest lesson this is, and how many of them have not gone on for two weeks.
  here integer not null check (here >= 0),
  stopped integer not null check (stopped >= 0 and stopped <= here),
  primary key (client_id, course_id, topic_id),
  foreign key (client_id, course_id, topic_id) references course_topic (client_id, course_id, id) on delete cascade
);
call protect_tenant_table('dashboard_lesson');

-- Learners at risk as a viewer sees them.
create table dashboard_risk (
  client_id integer not null,
  viewer_id integer not null,
  user_id integer not null,
  -- [{ "reason", "course_id", "value", "expected" }]; contract/dashboard/at-risk.ts.
  reasons jsonb not null,
  kinds text[] not null,
  -- More reasons first; among equals those who studied last, who can still be won.
  urgency integer not null,
  primary key (client_id, viewer_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index dashboard_risk_urgent on dashboard_risk (client_id, viewer_id, urgency desc, user_id);
create index dashboard_risk_learner on dashboard_risk (client_id, user_id);
call protect_tenant_table('dashboard_risk');

create table dashboard_risk_count (
  client_id integer not null references client (client_id) on delete cascade,
  viewer_id integer not null,
  -- `any`: learners with at least one reason.
  reason text not null,
  learners integer not null check (learners > 0),
  primary key (client_id, viewer_id, reason)
);
call protect_tenant_table('dashboard_risk_count');

-- The job finds what changed since it last looked.
create index daily_activity_changed on daily_activity (client_id, updated_at);
