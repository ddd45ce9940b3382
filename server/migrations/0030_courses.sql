-- Courses: what is taught (course, section, topic, item) and how far each learner is. One writer: features/courses.
-- Every key starts with the tenant, so that no reference can cross from one tenant to another (trust 8.7).

create table course (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  title text not null check (char_length(title) between 1 and 200),
  -- Null where the instructor gave none: then the title's catalogue answers (spec 1).
  description text check (char_length(description) <= 5000),
  objectives text[],
  features text[],
  requirements text[],
  tags text[],
  -- Spec 9: the difficulty list and the separate course-difficulty list.
  difficulty text not null default 'beginner'
    check (difficulty in ('beginner', 'intermediate', 'pro', 'easy', 'medium', 'hard', 'advanced', 'all levels')),
  -- Minutes; null means the sum of the items.
  duration_minutes integer check (duration_minutes between 0 and 1000000),
  price text not null default 'free' check (price in ('free', 'premium')),
  status text not null default 'draft' check (status in ('draft', 'published')),
  -- Path of a picture served by the product.
  cover text check (char_length(cover) <= 500),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id)
);
create index course_listing on course (client_id, status, position, id);
call protect_tenant_table('course');

create table course_instructor (
  client_id integer not null,
  course_id integer not null,
  user_id integer not null,
  position integer not null default 0,
  bio text not null default '' check (char_length(bio) <= 2000),
  primary key (client_id, course_id, user_id),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index course_instructor_user on course_instructor (client_id, user_id);
call protect_tenant_table('course_instructor');

create table course_section (
  client_id integer not null,
  id integer generated always as identity,
  course_id integer not null,
  title text not null check (char_length(title) between 1 and 200),
  position integer not null,
  primary key (client_id, id),
  -- Lets a topic prove that its section belongs to its own course.
  unique (client_id, course_id, id),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade
);
create index course_section_order on course_section (client_id, course_id, position, id);
call protect_tenant_table('course_section');

-- The specification's submodule.
create table course_topic (
  client_id integer not null,
  id integer generated always as identity,
  course_id integer not null,
  section_id integer not null,
  title text not null check (char_length(title) between 1 and 200),
  free_preview boolean not null default false,
  position integer not null,
  primary key (client_id, id),
  unique (client_id, course_id, id),
  foreign key (client_id, course_id, section_id) references course_section (client_id, course_id, id)
    on delete cascade
);
create index course_topic_order on course_topic (client_id, course_id, section_id, position, id);
call protect_tenant_table('course_topic');

create table course_item (
  client_id integer not null,
  id integer generated always as identity,
  course_id integer not null,
  topic_id integer not null,
  type text not null check (type in ('article', 'video', 'quiz')),
  title text not null check (char_length(title) between 1 and 200),
  minutes integer not null default 1 check (minutes between 0 and 1440),
  position integer not null,
  primary key (client_id, id),
  unique (client_id, course_id, id),
  -- Lets the tables below hold only items of their own type.
  unique (client_id, id, type),
  foreign key (client_id, course_id, topic_id) references course_topic (client_id, course_id, id)
    on delete cascade
);
create index course_item_order on course_item (client_id, course_id, topic_id, position, id);
call protect_tenant_table('course_item');

create table item_article (
  client_id integer not null,
  item_id integer not null,
  type text not null default 'article' check (type = 'article'),
  -- Cleaned on writing (trust 8.3).
  html text not null,
  primary key (client_id, item_id),
  foreign key (client_id, item_id, type) references course_item (client_id, id, type) on delete cascade
);
call protect_tenant_table('item_article');

create table item_video (
  client_id integer not null,
  item_id integer not null,
  type text not null default 'video' check (type = 'video'),
  duration_seconds double precision not null check (duration_seconds > 0 and duration_seconds <= 86400),
  -- [{ url, mime }], best first.
  sources jsonb not null,
  poster_url text,
  -- [{ language, label, url }]
  captions jsonb not null default '[]',
  primary key (client_id, item_id),
  foreign key (client_id, item_id, type) references course_item (client_id, id, type) on delete cascade
);
call protect_tenant_table('item_video');

create table item_quiz (
  client_id integer not null,
  item_id integer not null,
  type text not null default 'quiz' check (type = 'quiz'),
  -- rules: Learning: 60 % unless set.
  pass_percent integer not null default 60 check (pass_percent between 1 and 100),
  primary key (client_id, item_id),
  foreign key (client_id, item_id, type) references course_item (client_id, id, type) on delete cascade
);
call protect_tenant_table('item_quiz');

create table quiz_question (
  client_id integer not null,
  id integer generated always as identity,
  item_id integer not null,
  position integer not null,
  prompt text not null check (char_length(prompt) between 1 and 2000),
  explanation text not null default '' check (char_length(explanation) <= 5000),
  primary key (client_id, id),
  foreign key (client_id, item_id) references item_quiz (client_id, item_id) on delete cascade
);
create index quiz_question_order on quiz_question (client_id, item_id, position, id);
call protect_tenant_table('quiz_question');

create table quiz_choice (
  client_id integer not null,
  id integer generated always as identity,
  question_id integer not null,
  position integer not null,
  text text not null check (char_length(text) between 1 and 1000),
  correct boolean not null default false,
  primary key (client_id, id),
  foreign key (client_id, question_id) references quiz_question (client_id, id) on delete cascade
);
create index quiz_choice_order on quiz_choice (client_id, question_id, position, id);
-- A question has one right answer.
create unique index quiz_choice_one_right on quiz_choice (client_id, question_id) where correct;
call protect_tenant_table('quiz_choice');

create table enrolment (
  client_id integer not null,
  user_id integer not null,
  course_id integer not null,
  enrolled_at timestamptz not null default now(),
  -- Leaving keeps the row and the progress for a return.
  left_at timestamptz,
  last_activity_at timestamptz,
  -- When the whole course was completed for the first time; never taken back.
  completed_at timestamptz,
  primary key (client_id, user_id, course_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade
);
create index enrolment_course on enrolment (client_id, course_id, user_id) where left_at is null;
call protect_tenant_table('enrolment');

create table item_progress (
  client_id integer not null,
  user_id integer not null,
  item_id integer not null,
  course_id integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  completed_at timestamptz,
  -- Videos: where the learner stopped, and the union of the watched stretches [[from, to), …] in seconds.
  position_seconds double precision not null default 0,
  watched_seconds double precision not null default 0,
  watched_ranges jsonb not null default '[]',
  -- Quizzes: kept beside the attempts, written in the same transaction.
  attempts integer not null default 0,
  best_percent integer check (best_percent between 0 and 100),
  primary key (client_id, user_id, item_id),
  foreign key (client_id, user_id, course_id) references enrolment (client_id, user_id, course_id)
    on delete cascade,
  foreign key (client_id, course_id, item_id) references course_item (client_id, course_id, id)
    on delete cascade
);
create index item_progress_course on item_progress (client_id, user_id, course_id);
create index item_progress_item on item_progress (client_id, course_id, item_id);
call protect_tenant_table('item_progress');

create table quiz_attempt (
  client_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  course_id integer not null,
  item_id integer not null,
  idempotency_key uuid not null,
  percent integer not null check (percent between 0 and 100),
  passed boolean not null,
  -- What was handed in, and the whole answer that the learner got: a repeat of the call reads it back.
  answers jsonb not null,
  answer_sent jsonb not null,
  created_at timestamptz not null,
  primary key (client_id, id),
  unique (client_id, user_id, idempotency_key),
  foreign key (client_id, user_id, course_id) references enrolment (client_id, user_id, course_id)
    on delete cascade,
  foreign key (client_id, course_id, item_id) references course_item (client_id, course_id, id)
    on delete cascade
);
create index quiz_attempt_item on quiz_attempt (client_id, user_id, item_id, id);
create index quiz_attempt_of_item on quiz_attempt (client_id, course_id, item_id);
call protect_tenant_table('quiz_attempt');

create table course_rating (
  client_id integer not null,
  course_id integer not null,
  user_id integer not null,
  stars integer not null check (stars between 1 and 5),
  created_at timestamptz not null default now(),
  primary key (client_id, course_id, user_id),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index course_rating_user on course_rating (client_id, user_id);
call protect_tenant_table('course_rating');
