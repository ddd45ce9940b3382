-- What a file on its way is for, so that who sent it is told where it stopped, and when its last piece came: it is kept
-- by that and not by its beginning (contract/stopped-uploads.ts).
alter table course_upload
  add column place text check (char_length(place) <= 60),
  add column received_at timestamptz;
