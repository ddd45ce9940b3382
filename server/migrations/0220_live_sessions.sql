-- Live sessions: classes and webinars. Writers: features/live (both sides) and features/attendance (its own tables).

-- A weekly rule. Its sessions are rows of live_session: the rule only makes new ones.
create table live_series (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  -- ISO weekdays, Monday is 1.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  -- The clock of the host's zone: minutes after midnight.
  starts_at_minute smallint not null check (starts_at_minute between 0 and 1439),
  time_zone text not null check (char_length(time_zone) between 1 and 60),
  first_on date not null,
  last_on date not null check (last_on >= first_on),
  created_by integer,
  created_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, created_by) references app_user (client_id, id) on delete set null (created_by)
);
create index live_series_creator on live_series (client_id, created_by);
call protect_tenant_table('live_series');

create table live_session (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  -- Identifies the session in every calendar, for ever.
  uid uuid not null default gen_random_uuid(),
  kind text not null default 'class' check (kind in ('class', 'webinar')),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 5000),
  course_id integer,
  section_id integer,
  starts_at timestamptz not null,
  -- Start and length; nobody counts beyond it.
  ends_at timestamptz not null check (ends_at > starts_at and ends_at <= starts_at + interval '12 hours'),
  -- The host's zone, named beside the viewer's.
  time_zone text not null check (char_length(time_zone) between 1 and 60),
  provider text not null default 'link' check (provider in ('link', 'jitsi', 'bigbluebutton')),
  -- Only for the provider `link`; the others make it from room_id. Handed out in the join window only.
  meeting_url text check (meeting_url like 'https://%' and char_length(meeting_url) <= 2000),
  room_id uuid not null default gen_random_uuid(),
  capacity integer check (capacity between 1 and 100000),
  -- chosen: the rows of live_invitee. A webinar's audience may register; who registered may join.
  audience text not null default 'everyone' check (audience in ('everyone', 'course', 'chosen')),
  -- Scheduled, open, live and ended follow from the times; these two are decisions of the host.
  ended_at timestamptz,
  cancelled_at timestamptz,
  -- none: not recorded. hidden: who disagrees joins with camera and name hidden. required: who disagrees cannot join.
  consent_rule text not null default 'none' check (consent_rule in ('none', 'hidden', 'required')),
  series_id integer,
  -- The day in the host's zone that the rule made it for.
  series_on date,
  -- Changed alone: "all" and "this and following" leave its times.
  is_exception boolean not null default false,
  -- Rises with every change that a calendar must take over (RFC 5545 SEQUENCE).
  sequence integer not null default 0,
  -- Rises with every edit: an edit of an older version is a conflict.
  revision integer not null default 1,
  created_by integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (client_id, id),
  unique (client_id, uid),
  unique (client_id, series_id, series_on),
  check (audience <> 'course' or course_id is not null),
  check (section_id is null or course_id is not null),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, course_id, section_id) references course_section (client_id, course_id, id)
    on delete set null (section_id),
  foreign key (client_id, series_id) references live_series (client_id, id) on delete set null (series_id),
  foreign key (client_id, created_by) references app_user (client_id, id) on delete set null (created_by)
);
create index live_session_schedule on live_session (client_id, starts_at, id);
create index live_session_end on live_session (client_id, ends_at, id);
create index live_session_course on live_session (client_id, course_id, section_id, starts_at);
create index live_session_creator on live_session (client_id, created_by);
call protect_tenant_table('live_session');

create table live_session_host (
  client_id integer not null,
  session_id integer not null,
  user_id integer not null,
  position smallint not null default 0,
  primary key (client_id, session_id, user_id),
  foreign key (client_id, session_id) references live_session (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index live_session_host_user on live_session_host (client_id, user_id);
call protect_tenant_table('live_session_host');

-- The chosen people of a session, and who registered for a webinar.
create table live_invitee (
  client_id integer not null,
  session_id integer not null,
  user_id integer not null,
  invited_at timestamptz not null,
  -- Webinars only: set while the person is registered.
  registered_at timestamptz,
  primary key (client_id, session_id, user_id),
  foreign key (client_id, session_id) references live_session (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index live_invitee_user on live_invitee (client_id, user_id, session_id);
call protect_tenant_table('live_invitee');

-- A session without a row is not recorded, or nobody said so yet.
create table live_recording (
  client_id integer not null,
  session_id integer not null,
  state text not null default 'expected' check (state in ('expected', 'ready', 'failed')),
  expected_at timestamptz,
  ready_at timestamptz,
  duration_seconds double precision check (duration_seconds > 0 and duration_seconds <= 86400),
  -- As item_video: [{ url, mime }], best first; [{ language, label, url }], the transcript comes from them.
  sources jsonb not null default '[]',
  poster_url text check (char_length(poster_url) <= 500),
  captions jsonb not null default '[]',
  updated_at timestamptz not null,
  primary key (client_id, session_id),
  check (state <> 'expected' or expected_at is not null),
  check (state <> 'ready' or (ready_at is not null and duration_seconds is not null)),
  foreign key (client_id, session_id) references live_session (client_id, id) on delete cascade
);
create index live_recording_expected on live_recording (client_id, expected_at) where state = 'expected';
call protect_tenant_table('live_recording');

-- One row for each person and session: joining again keeps the first time.
create table live_join (
  client_id integer not null,
  session_id integer not null,
  user_id integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  -- Null where the session is not recorded; the newest answer counts.
  consent text check (consent in ('agreed', 'hidden')),
  consent_at timestamptz,
  primary key (client_id, session_id, user_id),
  check ((consent is null) = (consent_at is null)),
  foreign key (client_id, session_id) references live_session (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index live_join_user on live_join (client_id, user_id, session_id);
call protect_tenant_table('live_join');

-- Who was there from when to when, as each source and device saw it. They overlap: minutes come from their union
-- within the session's times (presenceMinutes).
create table live_presence (
  client_id integer not null,
  session_id integer not null,
  user_id integer not null,
  -- provider: join and leave events. page: heartbeats of the open page.
  source text not null check (source in ('provider', 'page')),
  -- The provider's id of the participant, or the id of the open page.
  device text not null check (char_length(device) between 1 and 100),
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  primary key (client_id, session_id, user_id, source, device, started_at),
  foreign key (client_id, session_id) references live_session (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index live_presence_user on live_presence (client_id, user_id);
call protect_tenant_table('live_presence');

-- Claims a reminder: the job that inserts the row sends it. Another start is another reminder.
create table live_reminder (
  client_id integer not null,
  session_id integer not null,
  starts_at timestamptz not null,
  moment text not null check (moment in ('day', 'hour', 'start')),
  sent_at timestamptz not null,
  primary key (client_id, session_id, starts_at, moment),
  foreign key (client_id, session_id) references live_session (client_id, id) on delete cascade
);
call protect_tenant_table('live_reminder');

-- The personal calendar feed. Its address derives from feed_id and the installation's secret; a new id revokes it.
create table live_feed (
  client_id integer not null,
  user_id integer not null,
  feed_id uuid not null,
  created_at timestamptz not null,
  primary key (client_id, user_id),
  unique (client_id, feed_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('live_feed');

-- How far a person watched a recording; as item_progress does for videos of a course.
create table live_watch (
  client_id integer not null,
  session_id integer not null,
  user_id integer not null,
  position_seconds double precision not null default 0,
  watched_seconds double precision not null default 0,
  -- The union of the watched stretches [[from, to), ...] in seconds.
  watched_ranges jsonb not null default '[]',
  completed_at timestamptz,
  updated_at timestamptz not null,
  primary key (client_id, session_id, user_id),
  foreign key (client_id, session_id) references live_session (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index live_watch_user on live_watch (client_id, user_id);
call protect_tenant_table('live_watch');
