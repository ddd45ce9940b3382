-- Marks and standings (rules: Learning: item points make the leaderboard). One writer: features/leaderboard.

-- Tenths of a mark, so that 85 % of ten points stays exact: 1 for an article or video, ten points a quiz by its best score.
create function item_tenths(type text, completed_at timestamptz, best_percent integer) returns integer
  language sql immutable parallel safe
  as $$ select case
    when type = 'quiz' then coalesce(best_percent, 0)
    when type in ('article', 'video') and completed_at is not null then 10
    else 0 end $$;
grant execute on function item_tenths to lms_app;

-- The refresh looks at what changed since the last one.
create index item_progress_recent on item_progress (client_id, last_at);

create table course_marks (
  client_id integer not null,
  user_id integer not null,
  course_id integer not null,
  tenths integer not null check (tenths > 0),
  primary key (client_id, user_id, course_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade
);
create index course_marks_course on course_marks (client_id, course_id);
call protect_tenant_table('course_marks');

-- Every student with marks, ranked; at most five minutes old.
create table learner_standing (
  client_id integer not null,
  user_id integer not null,
  -- 1, 2, 3, … without gaps, for reading neighbours; `standing` is what ties share.
  place integer not null check (place > 0),
  standing integer not null check (standing > 0),
  tenths integer not null check (tenths > 0),
  -- The course that brought most of it.
  course_id integer not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index learner_standing_place on learner_standing (client_id, place);
call protect_tenant_table('learner_standing');

create table standing_refresh (
  client_id integer primary key references client (client_id) on delete cascade,
  refreshed_at timestamptz not null,
  -- When all of it was counted anew, not only what had changed.
  counted_whole_at timestamptz not null,
  learners integer not null,
  -- Seconds of the third-placed in the running week; 0 while there is none.
  third_of_week_seconds integer not null,
  -- Monday of the last week whose first three are written down.
  podium_week date not null
);
call protect_tenant_table('standing_refresh');

-- The first three by study time of each finished week; ties share the place.
create table week_podium (
  client_id integer not null,
  -- Monday.
  week date not null,
  user_id integer not null,
  standing integer not null check (standing between 1 and 3),
  seconds integer not null check (seconds > 0),
  primary key (client_id, week, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index week_podium_user on week_podium (client_id, user_id);
call protect_tenant_table('week_podium');

-- How a learner appears to others; no row means with the full name.
create table leaderboard_choice (
  client_id integer not null,
  user_id integer not null,
  visibility text not null check (visibility in ('shown', 'nickname', 'hidden')),
  nickname text check (char_length(nickname) between 2 and 30),
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  check (visibility <> 'nickname' or nickname is not null)
);
create unique index leaderboard_choice_nickname on leaderboard_choice (client_id, lower(nickname));
call protect_tenant_table('leaderboard_choice');
