-- Attempts at assessments (rules: Assessments, E1 to E9). The server is the truth: what was drawn is frozen at the
-- start, answers come in by one function and cannot change once the attempt is submitted, results only get new versions.
-- Writer: features/assessments.

create table assessment_attempt (
  client_id integer not null,
  id uuid not null,
  assessment_id integer not null,
  user_id integer not null,
  number integer not null check (number > 0),
  state text not null default 'open' check (state in ('open', 'submitted')),
  -- Frozen at the start, as everything that the result depends on.
  duration_minutes integer not null check (duration_minutes between 1 and 600),
  bands jsonb not null,
  pass_percent integer check (pass_percent between 1 and 100),
  questions integer not null check (questions between 1 and 200),
  started_at timestamptz not null,
  -- start + duration + extra minutes.
  deadline_at timestamptz not null,
  extra_minutes integer not null default 0 check (extra_minutes >= 0),
  -- The device that may write, since when, and how many there have been.
  holder uuid not null,
  held_at timestamptz not null,
  version integer not null default 1,
  position integer not null default 1,
  last_seen_at timestamptz not null,
  ref text check (char_length(ref) <= 64),
  phone text,
  -- Integrity events, those within two seconds counted once.
  events integer not null default 0,
  -- Set when it is submitted, and then for good.
  finished_at timestamptz,
  ended_by text check (ended_by in ('learner', 'deadline')),
  answered integer not null default 0,
  answers_hash text check (char_length(answers_hash) = 64),
  -- Of the newest version of the result.
  result_version integer,
  right_answers integer,
  percent numeric(5, 2),
  passed boolean,
  scholarship_percent integer,
  decision text check (decision in ('cleared', 'upheld')),
  decision_note text,
  decision_by integer,
  decision_at timestamptz,
  appeal_text text,
  appeal_at timestamptz,
  appeal_outcome text check (appeal_outcome in ('accepted', 'declined')),
  appeal_answer text,
  appeal_by integer,
  appeal_answered_at timestamptz,
  primary key (client_id, id),
  -- However often a start is sent: one attempt of this number.
  unique (client_id, assessment_id, user_id, number),
  check (deadline_at > started_at),
  check ((state = 'submitted') = (finished_at is not null and ended_by is not null and answers_hash is not null)),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, decision_by) references app_user (client_id, id) on delete set null (decision_by),
  foreign key (client_id, appeal_by) references app_user (client_id, id) on delete set null (appeal_by)
);
create unique index assessment_attempt_one_open on assessment_attempt (client_id, assessment_id, user_id) where state = 'open';
create index assessment_attempt_due on assessment_attempt (client_id, deadline_at) where state = 'open';
create index assessment_attempt_own on assessment_attempt (client_id, user_id, assessment_id, number);
create index assessment_attempt_begun on assessment_attempt (client_id, assessment_id, started_at desc, id);
create index assessment_attempt_percent on assessment_attempt (client_id, assessment_id, percent) where state = 'submitted';
create index assessment_attempt_decision_by on assessment_attempt (client_id, decision_by) where decision_by is not null;
create index assessment_attempt_appeal_by on assessment_attempt (client_id, appeal_by) where appeal_by is not null;
call protect_tenant_table('assessment_attempt');

create table attempt_question (
  client_id integer not null,
  attempt_id uuid not null,
  position integer not null check (position > 0),
  question_id integer not null,
  version integer not null,
  topic_id integer not null,
  -- The author's letters in the order on this learner's screen: in 'CADB' what is shown as A is the author's C.
  option_order text not null check (option_order ~ '^[ABCD]{4}$'),
  primary key (client_id, attempt_id, position),
  unique (client_id, attempt_id, question_id),
  foreign key (client_id, attempt_id) references assessment_attempt (client_id, id) on delete cascade,
  -- Deferred, so that a tenant goes as a whole.
  foreign key (client_id, question_id, version)
    references bank_question_version (client_id, question_id, version) deferrable initially deferred,
  foreign key (client_id, topic_id) references bank_topic (client_id, id) deferrable initially deferred
);
create index attempt_question_version on attempt_question (client_id, question_id, version);
create index attempt_question_topic on attempt_question (client_id, topic_id);
call protect_tenant_table('attempt_question');

create table attempt_answer (
  client_id integer not null,
  attempt_id uuid not null,
  position integer not null,
  -- As shown on the learner's screen.
  choice text check (choice in ('A', 'B', 'C', 'D')),
  final boolean not null default false,
  marked boolean not null default false,
  seen boolean not null default false,
  -- Of the device that wrote last: an older one of the same device never overwrites a newer one.
  seq integer not null,
  holder uuid not null,
  -- When the server took the choice, and when the answer became final.
  saved_at timestamptz,
  submitted_at timestamptz,
  primary key (client_id, attempt_id, position),
  check (not final or choice is not null),
  foreign key (client_id, attempt_id, position) references attempt_question (client_id, attempt_id, position)
    on delete cascade
);
call protect_tenant_table('attempt_answer');

-- Answers that the clock or another device shut out: kept for a person to look at, never counted by themselves.
create table attempt_late_answer (
  client_id integer not null,
  id integer generated always as identity,
  attempt_id uuid not null,
  position integer not null,
  choice text not null check (choice in ('A', 'B', 'C', 'D')),
  why text not null check (why in ('late', 'elsewhere')),
  holder uuid not null,
  seq integer not null,
  -- By the device's own reckoning: receipt minus the age it told.
  given_at timestamptz not null,
  received_at timestamptz not null,
  counted_at timestamptz,
  counted_by integer,
  counted_reason text,
  primary key (client_id, id),
  unique (client_id, attempt_id, position, holder, seq),
  foreign key (client_id, attempt_id, position) references attempt_question (client_id, attempt_id, position)
    on delete cascade,
  foreign key (client_id, counted_by) references app_user (client_id, id) on delete set null (counted_by)
);
create index attempt_late_answer_counted on attempt_late_answer (client_id, attempt_id, position) where counted_at is not null;
create index attempt_late_answer_by on attempt_late_answer (client_id, counted_by) where counted_by is not null;
call protect_tenant_table('attempt_late_answer');

-- Each report once; what is within two seconds is one event when it is read.
create table attempt_event (
  client_id integer not null,
  attempt_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('left_tab', 'left_fullscreen', 'copy', 'paste', 'blur')),
  at timestamptz not null,
  lasted_ms integer not null default 0 check (lasted_ms >= 0),
  position integer,
  received_at timestamptz not null,
  primary key (client_id, attempt_id, id),
  foreign key (client_id, attempt_id) references assessment_attempt (client_id, id) on delete cascade
);
call protect_tenant_table('attempt_event');

create table attempt_result (
  client_id integer not null,
  attempt_id uuid not null,
  version integer not null check (version > 0),
  right_answers integer not null,
  questions integer not null check (questions >= right_answers),
  percent numeric(5, 2) not null,
  passed boolean,
  scholarship_percent integer not null,
  -- [{ "topic_id": 3, "right": 5, "questions": 8 }, …]
  topics jsonb not null,
  -- Null for the first.
  reason text,
  by_user integer,
  at timestamptz not null,
  primary key (client_id, attempt_id, version),
  foreign key (client_id, attempt_id) references assessment_attempt (client_id, id) on delete cascade,
  foreign key (client_id, by_user) references app_user (client_id, id) on delete set null (by_user)
);
create index attempt_result_by on attempt_result (client_id, by_user) where by_user is not null;
call protect_tenant_table('attempt_result');

-- A key that was mended: what counts as right instead of the version's own key. All four letters: everybody gets the point.
create table question_key_fix (
  client_id integer not null,
  question_id integer not null,
  version integer not null,
  letters text[] not null check (cardinality(letters) between 1 and 4),
  reason text not null,
  by_user integer,
  at timestamptz not null,
  primary key (client_id, question_id, version),
  foreign key (client_id, question_id, version)
    references bank_question_version (client_id, question_id, version) on delete cascade,
  foreign key (client_id, by_user) references app_user (client_id, id) on delete set null (by_user)
);
create index question_key_fix_by on question_key_fix (client_id, by_user) where by_user is not null;
call protect_tenant_table('question_key_fix');

create table attempt_extra (
  client_id integer not null,
  attempt_id uuid not null,
  idempotency_key uuid not null,
  minutes integer not null check (minutes between 1 and 600),
  reason text not null,
  by_user integer,
  at timestamptz not null,
  primary key (client_id, attempt_id, idempotency_key),
  foreign key (client_id, attempt_id) references assessment_attempt (client_id, id) on delete cascade,
  foreign key (client_id, by_user) references app_user (client_id, id) on delete set null (by_user)
);
create index attempt_extra_by on attempt_extra (client_id, by_user) where by_user is not null;
call protect_tenant_table('attempt_extra');

-- Extra minutes for one learner, decided beforehand.
create table assessment_accommodation (
  client_id integer not null,
  assessment_id integer not null,
  user_id integer not null,
  extra_minutes integer not null check (extra_minutes between 1 and 600),
  reason text not null,
  by_user integer,
  at timestamptz not null,
  primary key (client_id, assessment_id, user_id),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, by_user) references app_user (client_id, id) on delete set null (by_user)
);
create index assessment_accommodation_user on assessment_accommodation (client_id, user_id);
create index assessment_accommodation_by on assessment_accommodation (client_id, by_user) where by_user is not null;
call protect_tenant_table('assessment_accommodation');

-- One more attempt each.
create table assessment_grant (
  client_id integer not null,
  assessment_id integer not null,
  user_id integer not null,
  idempotency_key uuid not null,
  reason text not null,
  by_user integer,
  at timestamptz not null,
  primary key (client_id, assessment_id, user_id, idempotency_key),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, by_user) references app_user (client_id, id) on delete set null (by_user)
);
create index assessment_grant_user on assessment_grant (client_id, user_id);
create index assessment_grant_by on assessment_grant (client_id, by_user) where by_user is not null;
call protect_tenant_table('assessment_grant');

-- Results that are released by hand.
create table assessment_release (
  client_id integer not null,
  assessment_id integer not null,
  released_at timestamptz not null,
  by_user integer,
  primary key (client_id, assessment_id),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete cascade,
  foreign key (client_id, by_user) references app_user (client_id, id) on delete set null (by_user)
);
create index assessment_release_by on assessment_release (client_id, by_user) where by_user is not null;
call protect_tenant_table('assessment_release');

-- One phone, one learner of an assessment (rules: Assessments).
create table assessment_phone (
  client_id integer not null,
  assessment_id integer not null,
  phone text not null check (phone ~ '^\+?[0-9]{6,15}$'),
  user_id integer not null,
  verified_at timestamptz not null,
  primary key (client_id, assessment_id, phone),
  unique (client_id, assessment_id, user_id),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index assessment_phone_user on assessment_phone (client_id, user_id);
call protect_tenant_table('assessment_phone');

create table assessment_phone_code (
  client_id integer not null,
  id integer generated always as identity,
  assessment_id integer not null,
  user_id integer not null,
  phone text not null,
  code_hmac bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, replaced or tried too often.
  ended_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index assessment_phone_code_user on assessment_phone_code (client_id, user_id, created_at);
create index assessment_phone_code_phone on assessment_phone_code (client_id, phone, created_at);
create index assessment_phone_code_assessment on assessment_phone_code (client_id, assessment_id);
call protect_tenant_table('assessment_phone_code');

-- What stays as it was (E3). A row goes only with its attempt, which goes only with its person or its tenant.

create function attempt_keeps_its_end() returns trigger
  language plpgsql as $$
begin
  if old.state = 'submitted' and (new.state, new.number, new.user_id, new.assessment_id, new.questions, new.started_at,
      new.deadline_at, new.extra_minutes, new.finished_at, new.ended_by, new.answered, new.answers_hash, new.bands,
      new.pass_percent, new.duration_minutes, new.phone, new.ref)
    is distinct from (old.state, old.number, old.user_id, old.assessment_id, old.questions, old.started_at,
      old.deadline_at, old.extra_minutes, old.finished_at, old.ended_by, old.answered, old.answers_hash, old.bands,
      old.pass_percent, old.duration_minutes, old.phone, old.ref)
  then
    raise exception 'a submitted attempt stays as it is' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger assessment_attempt_kept before update on assessment_attempt
  for each row execute function attempt_keeps_its_end();

create function attempt_answers_are_final() returns trigger
  language plpgsql as $$
declare
  found_state text;
  of_attempt uuid;
begin
  of_attempt := case when tg_op = 'DELETE' then old.attempt_id else new.attempt_id end;
  select state into found_state from assessment_attempt
    where client_id = current_client_id() and id = of_attempt;
  if found_state = 'submitted' or (tg_op = 'DELETE' and found_state is not null) then
    raise exception 'answers of a submitted attempt stay as they are' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'UPDATE' and old.final and (new.choice, new.final, new.submitted_at)
      is distinct from (old.choice, old.final, old.submitted_at) then
    raise exception 'a final answer stays as it is' using errcode = 'insufficient_privilege';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger attempt_answer_final before insert or update or delete on attempt_answer
  for each row execute function attempt_answers_are_final();

create function attempt_record_stays() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from assessment_attempt
      where client_id = old.client_id and id = old.attempt_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger attempt_question_stays before update or delete on attempt_question
  for each row execute function attempt_record_stays();
create trigger attempt_result_stays
  before delete or update of version, right_answers, questions, percent, passed, scholarship_percent, topics, reason, at
  on attempt_result for each row execute function attempt_record_stays();
create trigger attempt_event_stays before update or delete on attempt_event
  for each row execute function attempt_record_stays();

-- Marks of each question: the counted choice, which option of the author's it was, and whether it was right.
create function attempt_marks(tenant integer, attempts uuid[])
  returns table (attempt_id uuid, "position" integer, topic_id integer, choice text, picked text, is_right boolean)
  language sql stable as $$
  select q.attempt_id, q.position, q.topic_id, c.choice,
    substr(q.option_order, strpos('ABCD', c.choice), 1),
    case when cardinality(f.letters) = 4 then true
      else coalesce(substr(q.option_order, strpos('ABCD', c.choice), 1) = any (coalesce(f.letters, array[v.answer])), false)
    end
  from attempt_question q
  join bank_question_version v
    on v.client_id = q.client_id and v.question_id = q.question_id and v.version = q.version
  left join question_key_fix f
    on f.client_id = q.client_id and f.question_id = q.question_id and f.version = q.version
  left join attempt_answer a
    on a.client_id = q.client_id and a.attempt_id = q.attempt_id and a.position = q.position
  left join (
    select distinct on (l.attempt_id, l.position) l.attempt_id, l.position, l.choice
      from attempt_late_answer l
      where l.client_id = tenant and l.attempt_id = any (attempts) and l.counted_at is not null
      order by l.attempt_id, l.position, l.counted_at desc, l.id desc
  ) late on late.attempt_id = q.attempt_id and late.position = q.position
  cross join lateral (select coalesce(late.choice, a.choice)::text as choice) c
  where q.client_id = tenant and q.attempt_id = any (attempts)
$$;

-- The newest result of each of these attempts, worked out anew. Writes nothing.
create function attempt_grades(tenant integer, attempts uuid[])
  returns table (attempt_id uuid, right_answers integer, questions integer, percent numeric, passed boolean,
    scholarship_percent integer, topics jsonb)
  language sql stable as $$
  with by_topic as (
    select m.attempt_id, m.topic_id, count(*) filter (where m.is_right) as hits, count(*) as asked
      from attempt_marks(tenant, attempts) m group by m.attempt_id, m.topic_id
  ), whole as (
    select b.attempt_id, sum(b.hits)::integer as hits, sum(b.asked)::integer as asked,
        jsonb_agg(jsonb_build_object('topic_id', b.topic_id, 'right', b.hits, 'questions', b.asked) order by b.topic_id)
          as topics
      from by_topic b group by b.attempt_id
  )
  select w.attempt_id, w.hits, w.asked, round(100.0 * w.hits / w.asked, 2),
    case when a.pass_percent is null then null else 100 * w.hits >= a.pass_percent * w.asked end,
    -- The exact share decides, not the rounded percent.
    coalesce((select max((b ->> 'scholarship_percent')::integer) from jsonb_array_elements(a.bands) b
      where 100 * w.hits >= (b ->> 'from_percent')::numeric * w.asked), 0),
    w.topics
  from whole w
  join assessment_attempt a on a.client_id = tenant and a.id = w.attempt_id
$$;

create function utc_text(moment timestamptz) returns text
  language sql immutable parallel safe
  as $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- What the checksum is of: one line for each question, in order. The receipt carries the same characters.
create function attempt_canonical(tenant integer, attempt uuid, ended timestamptz) returns text
  language sql stable as $$
  select 'attempt ' || a.id || E'\nassessment ' || a.assessment_id || E'\nstarted ' || utc_text(a.started_at) ||
    E'\nfinished ' || utc_text(ended) || E'\n' || string_agg(
      q.position || ' ' || q.question_id || ' v' || q.version || ' ' || q.option_order || ' ' || coalesce(r.choice, '-') || ' ' ||
        case when r.final then 'submitted' when r.choice is not null then 'kept' else 'none' end || ' ' ||
        coalesce(utc_text(r.saved_at), '-') || ' ' || coalesce(utc_text(r.submitted_at), '-'),
      E'\n' order by q.position) || E'\n'
  from assessment_attempt a
  join attempt_question q on q.client_id = a.client_id and q.attempt_id = a.id
  left join attempt_answer r on r.client_id = q.client_id and r.attempt_id = q.attempt_id and r.position = q.position
  where a.client_id = tenant and a.id = attempt
  group by a.client_id, a.id
$$;

-- Ends an attempt with what is there and grades it; one that is over stays as it is. True when it was this call.
create function finish_attempt(tenant integer, attempt uuid, how text, ended timestamptz, moment timestamptz) returns boolean
  language plpgsql as $$
declare
  grade record;
begin
  perform from assessment_attempt where client_id = tenant and id = attempt and state = 'open' for update;
  if not found then
    return false;
  end if;
  select * into strict grade from attempt_grades(tenant, array[attempt]);
  update assessment_attempt a
    set state = 'submitted', finished_at = ended, ended_by = how,
      answered = (select count(*) from attempt_answer r
        where r.client_id = tenant and r.attempt_id = attempt and r.choice is not null),
      answers_hash = encode(sha256(convert_to(attempt_canonical(tenant, attempt, ended), 'UTF8')), 'hex'),
      result_version = 1, right_answers = grade.right_answers, percent = grade.percent, passed = grade.passed,
      scholarship_percent = grade.scholarship_percent
    where a.client_id = tenant and a.id = attempt;
  insert into attempt_result (client_id, attempt_id, version, right_answers, questions, percent, passed,
      scholarship_percent, topics, at)
    values (tenant, attempt, 1, grade.right_answers, grade.questions, grade.percent, grade.passed,
      grade.scholarship_percent, grade.topics, moment);
  return true;
end $$;

-- Takes what one device sends of one attempt (contract/assessments.ts `saveAnswers`): one statement, a transaction of its
-- own that binds itself to the tenant. No row: the attempt is not there for this person. `items`: for each answer
-- [position, seq, outcome, choice, final, marked, seen, kept seq, saved at in milliseconds].
--   the clock     what is received after deadline + grace is put aside as late (E1)
--   the device    only the holder writes; an older device fills gaps with what it had before it lost the attempt (E6)
--   the answer    a final one never changes (E4); of one device the higher seq wins
create function save_attempt_answers(
  tenant integer, who integer, attempt uuid, device uuid, known integer, place integer, sent jsonb, moment timestamptz,
  grace interval
) returns table (state text, deadline_at timestamptz, version integer, held boolean, extra_minutes integer,
    assessment_id integer, items jsonb)
  language plpgsql as $$
#variable_conflict use_column
declare
  before_me constant integer := current_client_id();
  bound constant text := set_config('app.client_id', tenant::text, true);
  mine assessment_attempt;
  ours boolean;
  alive boolean;
  one record;
  was attempt_answer;
  known_row boolean;
  given timestamptz;
  verdict text;
  gap boolean;
  told jsonb := '[]';
begin
  if before_me <> tenant then
    raise exception 'this transaction belongs to another tenant';
  end if;
  select * into mine from assessment_attempt a
    where a.client_id = tenant and a.id = attempt and a.user_id = who for update;
  if not found then
    return;
  end if;
  alive := mine.state = 'open' and moment <= mine.deadline_at + grace;
  ours := mine.holder = device and mine.version = known;

  for one in
    select s.position, s.choice, s.final and s.choice is not null as final, s.marked, s.seen, s.seq, s.age_ms
      from jsonb_to_recordset(sent) as s(position integer, choice text, final boolean, marked boolean, seen boolean,
        seq integer, age_ms bigint)
      where s.position between 1 and mine.questions
      order by s.position, s.seq
  loop
    select * into was from attempt_answer r
      where r.client_id = tenant and r.attempt_id = attempt and r.position = one.position;
    known_row := found;
    given := greatest(moment - one.age_ms * interval '1 millisecond', mine.started_at);
    if known_row and was.holder = device and was.seq = one.seq and was.choice is not distinct from one.choice
        and was.final = one.final then
      -- The same again after a lost answer: told as the first time.
      verdict := 'kept';
    elsif known_row and was.choice is not distinct from one.choice and (was.final or not one.final)
        and not (alive and ours) then
      verdict := 'already';
    elsif not alive then
      verdict := 'late';
    elsif not ours then
      if known_row and was.holder = device and was.seq >= one.seq then
        verdict := 'already';
      else
        -- A question that nobody ever answered; a choice that was taken back is an answer too.
        gap := one.choice is not null and given <= mine.held_at and (not known_row or was.saved_at is null);
        verdict := case when gap then 'kept' else 'elsewhere' end;
      end if;
    elsif known_row and was.final then
      verdict := case when was.choice = one.choice then 'already' else 'conflict' end;
      if verdict = 'already' and (was.holder <> device or was.seq < one.seq) then
        update attempt_answer r
          set marked = one.marked, seen = was.seen or one.seen, seq = one.seq, holder = device
          where r.client_id = tenant and r.attempt_id = attempt and r.position = one.position;
      end if;
    elsif known_row and was.holder = device and was.seq >= one.seq then
      verdict := 'already';
    else
      verdict := 'kept';
    end if;

    if verdict = 'kept' and not (known_row and was.holder = device and was.seq = one.seq) then
      insert into attempt_answer as r (client_id, attempt_id, position, choice, final, marked, seen, seq, holder, saved_at,
          submitted_at)
        values (tenant, attempt, one.position, one.choice, one.final, one.marked, one.seen, one.seq, device,
          case when one.choice is not null then moment end, case when one.final then moment end)
        on conflict (client_id, attempt_id, position) do update
          set choice = excluded.choice, final = excluded.final, marked = excluded.marked,
            seen = r.seen or excluded.seen, seq = excluded.seq, holder = excluded.holder,
            -- Marking a question does not make its choice any newer.
            saved_at = case when r.choice is distinct from excluded.choice then moment else r.saved_at end,
            submitted_at = excluded.submitted_at;
    elsif verdict in ('late', 'elsewhere') and one.choice is not null
        and (select count(*) from attempt_late_answer l where l.client_id = tenant and l.attempt_id = attempt) < 1000 then
      insert into attempt_late_answer (client_id, attempt_id, position, choice, why, holder, seq, given_at, received_at)
        values (tenant, attempt, one.position, one.choice, verdict, device, one.seq, given, moment)
        on conflict do nothing;
    end if;

    select * into was from attempt_answer r
      where r.client_id = tenant and r.attempt_id = attempt and r.position = one.position;
    told := told || jsonb_build_array(jsonb_build_array(one.position, one.seq, verdict, was.choice, coalesce(was.final, false),
      coalesce(was.marked, false), coalesce(was.seen, false), coalesce(was.seq, 0),
      floor(extract(epoch from was.saved_at) * 1000)));
  end loop;

  if ours and alive then
    update assessment_attempt a
      set last_seen_at = moment, position = least(coalesce(place, a.position), a.questions)
      where a.client_id = tenant and a.id = attempt;
  end if;
  return query select mine.state, mine.deadline_at, mine.version, ours, mine.extra_minutes, mine.assessment_id, told;
end $$;
grant execute on function save_attempt_answers, finish_attempt, attempt_grades, attempt_marks, attempt_canonical, utc_text
  to lms_app;
