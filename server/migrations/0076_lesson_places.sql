-- Where a learner stopped inside an item, and the notes that stand at places.

alter table item_progress
  -- Which block of an article, counted from 0, and which question of a quiz was last in front of the learner.
  add column paragraph integer not null default 0 check (paragraph between 0 and 100000),
  add column question_id integer;

create table lesson_note (
  client_id integer not null,
  user_id integer not null,
  -- Made on the device, so that a note written offline is known by one name from the beginning.
  id uuid not null,
  course_id integer not null,
  item_id integer not null,
  -- Empty for a bare highlight.
  body text not null check (char_length(body) <= 5000),
  colour text not null check (colour in ('yellow', 'green', 'blue', 'pink')),
  -- { paragraph, quote, before, after } in an article, { second } in a video, {} for the whole item.
  place jsonb not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- A deleted note keeps its name for a while, so that a late copy of it does not come back.
  deleted_at timestamptz,
  primary key (client_id, user_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, course_id, item_id) references course_item (client_id, course_id, id) on delete cascade
);
create index lesson_note_item on lesson_note (client_id, user_id, item_id) where deleted_at is null;
create index lesson_note_of_item on lesson_note (client_id, course_id, item_id);
call protect_tenant_table('lesson_note');
