-- Applications to jobs: the résumé of a person, what was sent to which job, and what became of it.
-- Writer: features/job-applications.

create table job_resume (
  client_id integer not null,
  user_id integer not null,
  -- Address of the stored file.
  url text not null check (char_length(url) <= 300),
  name text not null check (char_length(name) between 1 and 255),
  size integer not null check (size between 1 and 5242880),
  uploaded_at timestamptz not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('job_resume');

create table job_application (
  client_id integer not null,
  id integer generated always as identity,
  job_id integer not null,
  user_id integer not null,
  state text not null default 'applied'
    check (state in ('applied', 'viewed', 'shortlisted', 'interview', 'offered', 'rejected', 'withdrawn')),
  -- Copies of what was sent: a later change of the profile or the résumé does not change an application.
  name text not null check (char_length(name) <= 300),
  email text not null check (char_length(email) <= 320),
  phone text not null check (char_length(phone) <= 20),
  resume_url text not null check (char_length(resume_url) <= 300),
  resume_name text not null check (char_length(resume_name) between 1 and 255),
  cover_note text not null default '' check (char_length(cover_note) <= 4000),
  -- contract/job-applications/applications.ts `givenAnswer` and `proof`.
  answers jsonb not null default '[]' check (jsonb_typeof(answers) = 'array'),
  proofs jsonb not null default '[]' check (jsonb_typeof(proofs) = 'array'),
  -- Only staff see it.
  rating integer check (rating between 1 and 5),
  applied_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (client_id, id),
  -- One application per job (rules: Jobs).
  unique (client_id, job_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, job_id) references job (client_id, id) on delete cascade
);
create index job_application_of_person on job_application (client_id, user_id, applied_at desc);
create index job_application_of_job on job_application (client_id, job_id, state);
create index job_application_resume on job_application (client_id, resume_url);
call protect_tenant_table('job_application');

-- The history of an application. Learners see states and messages, never notes.
create table job_application_event (
  client_id integer not null,
  id integer generated always as identity,
  application_id integer not null,
  kind text not null check (kind in ('state', 'message', 'note')),
  -- Of `state`: what it was and what it became.
  from_state text,
  to_state text,
  reason text check (reason in ('experience', 'skills', 'salary', 'location', 'filled', 'other')),
  text text not null default '' check (char_length(text) <= 4000),
  actor_id integer,
  -- A repeat of the call that created it finds it by this key.
  created_key uuid,
  at timestamptz not null,
  -- A move that staff took back: nobody sees it any more.
  undone_at timestamptz,
  primary key (client_id, id),
  unique (client_id, application_id, created_key),
  check ((kind = 'state') = (to_state is not null)),
  foreign key (client_id, application_id) references job_application (client_id, id) on delete cascade,
  foreign key (client_id, actor_id) references app_user (client_id, id) on delete set null (actor_id)
);
create index job_application_history on job_application_event (client_id, application_id, id);
create index job_application_actor on job_application_event (client_id, actor_id) where actor_id is not null;
call protect_tenant_table('job_application_event');

-- Instructors who handle the applications of a job; admins handle all.
create table job_recruiter (
  client_id integer not null,
  job_id integer not null,
  user_id integer not null,
  primary key (client_id, job_id, user_id),
  foreign key (client_id, job_id) references job (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index job_recruiter_person on job_recruiter (client_id, user_id);
call protect_tenant_table('job_recruiter');
