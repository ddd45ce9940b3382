-- Questions inside a film (PL6): it stops at a moment and asks.

alter table item_video
  -- As authors write them, with the key: read where an answer is marked and where the course is edited.
  add column questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  -- What learners see, without anything of the key, in every language there is.
  add column questions_shown jsonb not null default '[]' check (jsonb_typeof(questions_shown) = 'array');

-- The one answer of a learner, with the question as it was asked and what came of it.
create table film_answer (
  client_id integer not null,
  user_id integer not null,
  item_id integer not null,
  question_id uuid not null,
  course_id integer not null,
  question jsonb not null,
  given jsonb not null,
  mark jsonb not null,
  answered_at timestamptz not null,
  primary key (client_id, user_id, item_id, question_id),
  foreign key (client_id, user_id, course_id) references enrolment (client_id, user_id, course_id) on delete cascade,
  foreign key (client_id, course_id, item_id) references course_item (client_id, course_id, id) on delete cascade
);
create index film_answer_item on film_answer (client_id, course_id, item_id);
create index film_answer_course on film_answer (client_id, user_id, course_id);
call protect_tenant_table('film_answer');
