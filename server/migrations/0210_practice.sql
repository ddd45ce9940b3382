-- Questions of lesson quizzes that a learner got wrong, to be practised over days. Writer: the courses feature.

create table practice_question (
  client_id integer not null,
  user_id integer not null,
  question_id integer not null,
  course_id integer not null,
  item_id integer not null,
  -- Right answers in a row; with the last one the question is learned.
  streak integer not null default 0 check (streak between 0 and 5),
  -- The learner's local day; null once learned.
  due_on date,
  since timestamptz not null,
  answered_at timestamptz,
  primary key (client_id, user_id, question_id),
  foreign key (client_id, user_id, course_id) references enrolment (client_id, user_id, course_id)
    on delete cascade,
  foreign key (client_id, question_id) references quiz_question (client_id, id) on delete cascade,
  foreign key (client_id, course_id, item_id) references course_item (client_id, course_id, id)
    on delete cascade
);
create index practice_question_due on practice_question (client_id, user_id, due_on);
create index practice_question_of_question on practice_question (client_id, question_id);
create index practice_question_of_item on practice_question (client_id, course_id, item_id);
create index practice_question_of_course on practice_question (client_id, user_id, course_id);
call protect_tenant_table('practice_question');

-- Each answer with what the learner was told: a repeat of the call reads it back.
create table practice_answer (
  client_id integer not null,
  user_id integer not null,
  answer_id uuid not null,
  question_id integer not null,
  answer_sent jsonb not null,
  created_at timestamptz not null,
  primary key (client_id, user_id, answer_id),
  foreign key (client_id, user_id, question_id)
    references practice_question (client_id, user_id, question_id) on delete cascade
);
create index practice_answer_of_question on practice_answer (client_id, user_id, question_id);
call protect_tenant_table('practice_answer');
