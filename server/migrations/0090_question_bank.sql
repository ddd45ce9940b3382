-- The question bank and the assessments that are drawn from it (rules: Assessments). What learners do with them lies in
-- the attempts' own tables. Writer: features/question-bank.

create table bank_topic (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  -- { "en": "Logical reasoning", … }: at least one language.
  names jsonb not null,
  position integer not null default 0,
  primary key (client_id, id),
  unique (client_id, slug)
);
call protect_tenant_table('bank_topic');

create table bank_question (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  topic_id integer not null,
  difficulty text not null check (difficulty in ('easy', 'medium', 'hard')),
  tags text[] not null default '{}',
  state text not null default 'active' check (state in ('active', 'retired')),
  -- Number of the newest version.
  version integer not null default 1,
  created_at timestamptz not null,
  created_by integer,
  updated_at timestamptz not null,
  -- The call that made it: a repeat finds it.
  made_key uuid,
  -- SHA-256 over the words of the newest version: the same question a second time is noticed.
  words_hash text not null check (char_length(words_hash) = 64),
  primary key (client_id, id),
  unique (client_id, created_by, made_key),
  -- Deferred, so that a tenant goes as a whole; a topic in use is not deleted.
  foreign key (client_id, topic_id) references bank_topic (client_id, id) deferrable initially deferred,
  foreign key (client_id, created_by) references app_user (client_id, id) on delete set null (created_by)
);
create index bank_question_drawn on bank_question (client_id, topic_id, difficulty, id) where state = 'active';
create index bank_question_topic on bank_question (client_id, topic_id);
create index bank_question_newest on bank_question (client_id, updated_at desc, id desc);
create index bank_question_same on bank_question (client_id, words_hash);
create index bank_question_by on bank_question (client_id, created_by) where created_by is not null;
call protect_tenant_table('bank_question');

-- Editing a question makes a new version; an attempt keeps the one that it was drawn with. What learners may see and the
-- key are columns of their own, so that the statement for learners does not even read the key (E8).
create table bank_question_version (
  client_id integer not null,
  question_id integer not null,
  version integer not null check (version > 0),
  -- The main language; the others fall back to it.
  language text not null check (language in ('en', 'hi', 'ar')),
  -- { "en": { "prompt": "…", "options": ["A", "B", "C", "D"] }, … }
  shown jsonb not null check (jsonb_typeof(shown) = 'object' and shown ? language),
  answer text not null check (answer in ('A', 'B', 'C', 'D')),
  -- { "en": "…", … }
  explanations jsonb not null default '{}',
  -- The oldest version with the same options in the same order: a key that was mended in a later one of these holds for
  -- all of them.
  options_of integer not null,
  note text not null default '' check (char_length(note) <= 300),
  created_at timestamptz not null,
  created_by integer,
  primary key (client_id, question_id, version),
  check (options_of between 1 and version),
  foreign key (client_id, question_id) references bank_question (client_id, id) on delete cascade,
  foreign key (client_id, created_by) references app_user (client_id, id) on delete set null (created_by)
);
create index bank_question_version_by on bank_question_version (client_id, created_by) where created_by is not null;
call protect_tenant_table('bank_question_version');

-- A question always has its newest version.
alter table bank_question
  add constraint bank_question_has_version foreign key (client_id, id, version)
    references bank_question_version (client_id, question_id, version) deferrable initially deferred;

-- What somebody was examined with stays as it was. (Who wrote it may be forgotten.)
create trigger bank_question_version_kept
  before update of question_id, version, language, shown, answer, explanations, options_of, note, created_at
  on bank_question_version for each statement execute function refuse_change();

create table assessment (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  -- The main language; the others fall back to it.
  language text not null check (language in ('en', 'hi', 'ar')),
  -- { "en": { "title": "…", "description": "…", "instructions": "…" }, … }
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts ? language),
  variant text not null default 'full' check (variant in ('full', 'short')),
  status text not null default 'inactive' check (status in ('active', 'inactive')),
  -- Feeds every text that names a length (rules: Assessments).
  duration_minutes integer not null check (duration_minutes between 1 and 600),
  opens_at timestamptz,
  closes_at timestamptz,
  attempts_allowed integer not null default 1 check (attempts_allowed between 1 and 20),
  phone_verification boolean not null default false,
  shuffle_questions boolean not null default true,
  shuffle_options boolean not null default true,
  -- When learners see their result: at once, after closes_at, or when staff releases it.
  release text not null default 'now' check (release in ('now', 'after_end', 'by_hand')),
  -- [{ "from_percent": 90, "scholarship_percent": 100 }, …], highest first.
  bands jsonb not null,
  pass_percent integer check (pass_percent between 1 and 100),
  -- contract/assessment-authoring.ts `roadmapSettings`.
  roadmap jsonb not null,
  position integer not null default 0,
  -- One more with each saved change.
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by integer,
  made_by integer,
  made_key uuid,
  primary key (client_id, id),
  unique (client_id, made_by, made_key),
  check (closes_at > opens_at),
  check (release <> 'after_end' or closes_at is not null),
  foreign key (client_id, updated_by) references app_user (client_id, id) on delete set null (updated_by),
  foreign key (client_id, made_by) references app_user (client_id, id) on delete set null (made_by)
);
create index assessment_listing on assessment (client_id, status, position, id);
create index assessment_updated_by on assessment (client_id, updated_by) where updated_by is not null;
call protect_tenant_table('assessment');

-- So many questions of a topic, of one difficulty or of any (null), drawn anew for each attempt.
create table assessment_rule (
  client_id integer not null,
  assessment_id integer not null,
  position integer not null check (position >= 0),
  topic_id integer not null,
  difficulty text check (difficulty in ('easy', 'medium', 'hard')),
  count integer not null check (count between 1 and 200),
  primary key (client_id, assessment_id, position),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete cascade,
  foreign key (client_id, topic_id) references bank_topic (client_id, id) deferrable initially deferred
);
create index assessment_rule_topic on assessment_rule (client_id, topic_id);
call protect_tenant_table('assessment_rule');

-- Questions that everybody gets.
create table assessment_fixed_question (
  client_id integer not null,
  assessment_id integer not null,
  question_id integer not null,
  position integer not null check (position >= 0),
  primary key (client_id, assessment_id, question_id),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete cascade,
  foreign key (client_id, question_id) references bank_question (client_id, id) on delete cascade
);
create index assessment_fixed_question_question on assessment_fixed_question (client_id, question_id);
call protect_tenant_table('assessment_fixed_question');
