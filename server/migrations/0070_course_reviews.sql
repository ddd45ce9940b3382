-- Written reviews: the stars of `course_rating` with words (rules: Learning). Writer: features/courses.

alter table course_rating
  add column id integer generated always as identity,
  add column text text not null default '' check (char_length(text) <= 3000),
  add column updated_at timestamptz not null default now(),
  -- Hidden words are shown to nobody but their author and the staff; the stars go on counting.
  add column hidden_at timestamptz,
  add column hidden_by integer,
  add column hidden_reason text check (char_length(hidden_reason) between 1 and 500),
  add constraint course_rating_id unique (client_id, id),
  add constraint course_rating_hidden check ((hidden_at is null) = (hidden_reason is null)),
  add constraint course_rating_hidden_by foreign key (client_id, hidden_by) references app_user (client_id, id)
    on delete set null (hidden_by);

update course_rating set updated_at = created_at;

-- Newest first within a course.
create index course_rating_newest on course_rating (client_id, course_id, created_at desc, id desc);
create index course_rating_hidden_by_person on course_rating (client_id, hidden_by) where hidden_by is not null;
