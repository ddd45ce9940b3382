-- Attendance of live sessions. Writer: features/attendance. Presence and joins belong to features/live.

-- What attendance knows of a session beside the schedule.
create table attendance_session (
  client_id integer not null,
  session_id integer not null,
  -- When its marks were last counted; null until it is over.
  settled_at timestamptz,
  -- The code counts from opening to closing; a session can be opened again.
  check_in_opened_at timestamptz,
  check_in_closed_at timestamptz,
  primary key (client_id, session_id),
  foreign key (client_id, session_id) references live_session (client_id, id) on delete cascade
);
call protect_tenant_table('attendance_session');

-- One mark of one learner in one session.
create table attendance_mark (
  client_id integer not null,
  session_id integer not null,
  user_id integer not null,
  -- Null only where a mark by hand was taken back before the session was counted.
  status text check (status in ('present', 'late', 'excused', 'absent')),
  source text not null check (source in ('presence', 'check-in', 'manual')),
  -- What presence and check-in say; a mark by hand wins and leaves it.
  found_status text check (found_status in ('present', 'late', 'absent')),
  found_source text check (found_source in ('presence', 'check-in')),
  -- Whole minutes that count; null where nobody measured it.
  minutes integer check (minutes >= 0),
  joined_at timestamptz,
  -- For a mark by hand.
  reason text not null default '' check (char_length(reason) <= 500),
  marked_by integer,
  updated_at timestamptz not null,
  primary key (client_id, session_id, user_id),
  foreign key (client_id, session_id) references live_session (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, marked_by) references app_user (client_id, id) on delete set null (marked_by)
);
create index attendance_mark_user on attendance_mark (client_id, user_id, session_id);
create index attendance_mark_marker on attendance_mark (client_id, marked_by);
call protect_tenant_table('attendance_mark');

-- Every change of a mark, for ever.
create table attendance_change (
  client_id integer not null,
  id integer generated always as identity,
  session_id integer not null,
  user_id integer not null,
  from_status text check (from_status in ('present', 'late', 'excused', 'absent')),
  to_status text check (to_status in ('present', 'late', 'excused', 'absent')),
  source text not null check (source in ('presence', 'check-in', 'manual')),
  reason text not null default '' check (char_length(reason) <= 500),
  changed_by integer,
  changed_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, session_id, user_id) references attendance_mark (client_id, session_id, user_id)
    on delete cascade,
  foreign key (client_id, changed_by) references app_user (client_id, id) on delete set null (changed_by)
);
create index attendance_change_mark on attendance_change (client_id, session_id, user_id, id);
create index attendance_change_person on attendance_change (client_id, changed_by);
call protect_tenant_table('attendance_change');

-- A learner checks in to a session once.
create table attendance_check_in (
  client_id integer not null,
  session_id integer not null,
  user_id integer not null,
  at timestamptz not null,
  primary key (client_id, session_id, user_id),
  foreign key (client_id, session_id) references live_session (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index attendance_check_in_user on attendance_check_in (client_id, user_id);
call protect_tenant_table('attendance_check_in');

create table attendance_dispute (
  client_id integer not null,
  id integer generated always as identity,
  session_id integer not null,
  user_id integer not null,
  text text not null check (char_length(text) between 1 and 1000),
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by integer,
  answer text check (char_length(answer) between 1 and 500),
  -- The mark that the answer set; null if the mark stayed.
  new_status text check (new_status in ('present', 'late', 'excused', 'absent')),
  primary key (client_id, id),
  check ((answered_at is null) = (answer is null)),
  foreign key (client_id, session_id, user_id) references attendance_mark (client_id, session_id, user_id)
    on delete cascade,
  foreign key (client_id, answered_by) references app_user (client_id, id) on delete set null (answered_by)
);
create unique index attendance_dispute_open on attendance_dispute (client_id, session_id, user_id)
  where answered_at is null;
create index attendance_dispute_mark on attendance_dispute (client_id, session_id, user_id, id);
create index attendance_dispute_state on attendance_dispute (client_id, answered_at, created_at);
create index attendance_dispute_staff on attendance_dispute (client_id, answered_by);
call protect_tenant_table('attendance_dispute');

-- Each learner is warned once in a course.
create table attendance_warning (
  client_id integer not null,
  course_id integer not null,
  user_id integer not null,
  warned_at timestamptz not null,
  percent integer not null check (percent between 0 and 100),
  primary key (client_id, course_id, user_id),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index attendance_warning_user on attendance_warning (client_id, user_id);
call protect_tenant_table('attendance_warning');
