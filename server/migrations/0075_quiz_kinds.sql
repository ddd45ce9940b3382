-- Quiz questions of seven kinds (contract/quiz.ts). What learners see and the key are two columns, so that the statement
-- for learners does not even read the key (E8). Options have random ids: an order must not show in them.

alter table item_quiz
  -- Null: as many attempts as one likes.
  add column attempts_limit integer check (attempts_limit between 1 and 100),
  add column cooldown_minutes integer not null default 0 check (cooldown_minutes between 0 and 10080),
  -- When the right answers may be seen: after every attempt, once passed or out of attempts, never.
  add column reveal text not null default 'done' check (reveal in ('always', 'done', 'never'));

alter table quiz_question
  add column kind text not null default 'single'
    check (kind in ('single', 'multiple', 'true_false', 'short', 'numeric', 'ordering', 'matching')),
  add column points integer not null default 1 check (points between 1 and 100),
  -- The question without its key; options of orderings and matchings by id, which is random.
  add column shown jsonb,
  -- The whole question as its author wrote it.
  add column authored jsonb;
alter table quiz_choice add column uid uuid not null default gen_random_uuid();
alter table quiz_attempt
  -- The questions with their key as they were when answered; null for the oldest attempts.
  add column questions jsonb;

do $$
declare
  tenants integer[];
  tenant integer;
begin
  -- Only that role's function sees all tenants.
  set local role lms_registry;
  select coalesce(array_agg(id), '{}') into tenants from list_client_ids() id;
  set local role lms_owner;
  foreach tenant in array tenants loop
    perform set_config('app.client_id', tenant::text, true);
    update quiz_question q set
      shown = jsonb_build_object('kind', 'single', 'prompt', q.prompt, 'points', 1, 'options', c.shown),
      authored = jsonb_build_object('kind', 'single', 'prompt', q.prompt, 'points', 1, 'explanation', q.explanation,
        'options', c.authored)
    from (
      select client_id, question_id,
        jsonb_agg(jsonb_build_object('id', uid, 'text', text) order by position, id) as shown,
        jsonb_agg(jsonb_build_object('id', uid, 'text', text, 'correct', correct, 'explanation', '')
          order by position, id) as authored
      from quiz_choice group by client_id, question_id
    ) c where c.client_id = q.client_id and c.question_id = q.id;
    -- What nobody could answer goes: a question without options never counted.
    delete from quiz_question where authored is null;
    update quiz_attempt a set answers = (
      select coalesce(jsonb_agg(jsonb_build_object('question_id', given -> 'question_id', 'kind', 'single', 'chosen',
        (select c.uid from quiz_choice c
          where c.client_id = a.client_id and c.question_id = (given ->> 'question_id')::integer
            and c.id = (given ->> 'choice_id')::integer))), '[]')
      from jsonb_array_elements(a.answers) given),
      -- What the learner was told, in today's words; a repeat of a call that old gets it without the new parts.
      answer_sent = a.answer_sent || jsonb_build_object('attempt_id', a.id, 'revealed', false, 'standing',
        jsonb_build_object('best_percent', a.answer_sent -> 'best_percent', 'attempts', 1, 'attempts_left', null,
          'next_attempt_at', null),
        'questions', (
          select coalesce(jsonb_agg(jsonb_build_object('question_id', told -> 'question_id',
            'verdict', case when (told ->> 'correct')::boolean then 'right' else 'wrong' end,
            'earned', case when (told ->> 'correct')::boolean then 1 else 0 end, 'points', 1,
            'explanation', told -> 'explanation', 'option_explanations', '[]'::jsonb, 'solution', null)), '[]')
          from jsonb_array_elements(a.answer_sent -> 'questions') told));
  end loop;
  perform set_config('app.client_id', '', true);
end $$;

alter table quiz_question
  alter column kind drop default,
  alter column shown set not null,
  alter column authored set not null,
  drop column prompt,
  drop column explanation;
drop table quiz_choice;

-- Answers that are not handed in yet, so that another device goes on where this one stopped.
create table quiz_draft (
  client_id integer not null,
  user_id integer not null,
  item_id integer not null,
  course_id integer not null,
  -- How many attempts were made before this draft: what comes later from an older one is dropped.
  attempt integer not null,
  -- Question id to answer.
  answers jsonb not null,
  changed_at timestamptz not null,
  primary key (client_id, user_id, item_id),
  foreign key (client_id, user_id, course_id) references enrolment (client_id, user_id, course_id) on delete cascade,
  foreign key (client_id, course_id, item_id) references course_item (client_id, course_id, id) on delete cascade
);
create index quiz_draft_item on quiz_draft (client_id, course_id, item_id);
create index quiz_draft_course on quiz_draft (client_id, user_id, course_id);
call protect_tenant_table('quiz_draft');
