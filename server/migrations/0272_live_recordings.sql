-- Recordings of live sessions: expected after the end, fetched from the meeting service, uploaded by staff.

-- Whether the end of a recorded session has been noted: staff may take the recording away afterwards.
alter table live_session add column recording_announced boolean not null default false;
update live_session set recording_announced = true where ends_at <= now() or ended_at is not null or cancelled_at is not null;
create index live_session_unannounced on live_session (client_id, ends_at)
  where not recording_announced and consent_rule <> 'none';
create index live_session_room on live_session (client_id, room_id);

-- When the meeting service was last asked for it.
alter table live_recording add column checked_at timestamptz;

-- Files of a course or of one live session.
alter table course_upload alter column course_id drop not null;
alter table course_upload add column live_session_id integer;
alter table course_upload add constraint course_upload_owner check (num_nonnulls(course_id, live_session_id) = 1);
alter table course_upload add foreign key (client_id, live_session_id) references live_session (client_id, id)
  on delete cascade;
create index course_upload_session on course_upload (client_id, live_session_id, user_id, fingerprint);
