-- Problems that run (contract/problems.ts): Python, JavaScript, SQL, spreadsheets, free text. The problem itself is
-- course content like articles and quizzes; drafts, tickets and submissions have one writer: features/problems.

alter table course_item drop constraint course_item_type_check;
alter table course_item
  add constraint course_item_type_check check (type in ('article', 'video', 'quiz', 'problem'));
-- rules: Learning: problem points make the leaderboard. What the best submission earned.
alter table item_progress add column earned_points integer not null default 0
  check (earned_points between 0 and 1000);

create table item_problem (
  client_id integer not null,
  item_id integer not null,
  type text not null default 'problem' check (type = 'problem'),
  kind text not null check (kind in ('python', 'javascript', 'sql', 'spreadsheet', 'text')),
  points integer not null default 10 check (points between 1 and 1000),
  -- Without what hidden tests hold, and the whole problem as its author wrote it: two columns, so that the statement
  -- for learners does not even read the key (E8).
  shown jsonb not null,
  authored jsonb not null,
  primary key (client_id, item_id),
  foreign key (client_id, item_id, type) references course_item (client_id, id, type) on delete cascade
);
call protect_tenant_table('item_problem');

create table problem_draft (
  client_id integer not null,
  user_id integer not null,
  item_id integer not null,
  answer jsonb not null,
  -- Counts up with each save: who knows an older one meets another device's answer.
  revision integer not null,
  saved_at timestamptz not null,
  primary key (client_id, user_id, item_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, item_id) references item_problem (client_id, item_id) on delete cascade
);
create index problem_draft_item on problem_draft (client_id, item_id);
call protect_tenant_table('problem_draft');

-- One open hand-in a person and problem: the answer it is for, and the tests as they were then.
create table problem_ticket (
  client_id integer not null,
  user_id integer not null,
  item_id integer not null,
  ticket uuid not null,
  answer_hash text not null check (char_length(answer_hash) = 64),
  authored jsonb not null,
  expires_at timestamptz not null,
  primary key (client_id, user_id, item_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, item_id) references item_problem (client_id, item_id) on delete cascade
);
create index problem_ticket_item on problem_ticket (client_id, item_id);
call protect_tenant_table('problem_ticket');

create table problem_submission (
  client_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  course_id integer not null,
  item_id integer not null,
  idempotency_key uuid not null,
  kind text not null check (kind in ('python', 'javascript', 'sql', 'spreadsheet', 'text')),
  state text not null check (state in ('accepted', 'failed', 'waiting', 'replaced')),
  answer jsonb not null,
  -- The problem as it was, so that a result keeps its meaning when the author changes it.
  authored jsonb not null,
  tests jsonb not null,
  passed integer not null check (passed >= 0),
  total integer not null check (total >= passed),
  points integer not null check (points between 1 and 1000),
  points_earned integer check (points_earned between 0 and points),
  -- By rubric: [{ criterion_id, points, comment }].
  marks jsonb,
  comment text not null default '' check (char_length(comment) <= 5000),
  grader_id integer,
  graded_at timestamptz,
  created_at timestamptz not null,
  primary key (client_id, id),
  unique (client_id, user_id, idempotency_key),
  foreign key (client_id, user_id, course_id) references enrolment (client_id, user_id, course_id)
    on delete cascade,
  foreign key (client_id, course_id, item_id) references course_item (client_id, course_id, id)
    on delete cascade,
  foreign key (client_id, grader_id) references app_user (client_id, id) on delete set null (grader_id)
);
create index problem_submission_own on problem_submission (client_id, user_id, item_id, id);
create index problem_submission_item on problem_submission (client_id, course_id, item_id);
create index problem_submission_enrolment on problem_submission (client_id, user_id, course_id);
create index problem_submission_grader on problem_submission (client_id, grader_id) where grader_id is not null;
create index problem_submission_waiting on problem_submission (client_id, created_at, id) where state = 'waiting';
create index problem_submission_graded on problem_submission (client_id, graded_at, id) where graded_at is not null;
call protect_tenant_table('problem_submission');
