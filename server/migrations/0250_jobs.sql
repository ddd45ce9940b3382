-- The job board: jobs of a client in up to three languages, what they require, and what people keep of them.
-- Writer: features/jobs. The public number of a job counts from 1 in each client and is never given twice (spec 9).

create table job_counter (
  client_id integer primary key references client (client_id) on delete cascade,
  last_id integer not null check (last_id > 0)
);
call protect_tenant_table('job_counter');

create function next_job_id(tenant integer) returns integer
  language sql
  as $$
    insert into job_counter (client_id, last_id) values (tenant, 1)
      on conflict (client_id) do update set last_id = job_counter.last_id + 1
      returning last_id
  $$;

create table job (
  client_id integer not null references client (client_id) on delete cascade,
  id integer not null check (id > 0),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'open', 'closed')),
  -- The main language; the others fall back to it.
  language text not null default 'en' check (language in ('en', 'hi', 'ar')),
  -- { "en": { "title": "…", "location": "…", "description": "…", "benefits": ["…"] }, … }; plain text, no HTML.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts ? language),
  company text not null check (char_length(company) between 1 and 120),
  company_url text check (company_url ~ '^https://' and char_length(company_url) <= 300),
  -- ISO 3166-1, for search engines. Null for a remote job of no country.
  country text check (country ~ '^[A-Z]{2}$'),
  type text not null check (type in ('full-time', 'part-time', 'contract', 'internship')),
  level text not null check (level in ('entry', 'mid', 'senior')),
  -- Whole units of the currency. Null where the employer names no salary.
  salary_min integer check (salary_min between 0 and 2000000000),
  salary_max integer check (salary_max between 0 and 2000000000),
  salary_currency text check (salary_currency ~ '^[A-Z]{3}$'),
  salary_period text not null default 'year' check (salary_period in ('month', 'year')),
  -- What the salary bands compare (spec 9): the salary of a year.
  yearly_min bigint generated always as (salary_min::bigint * case salary_period when 'month' then 12 else 1 end) stored,
  yearly_max bigint generated always as (salary_max::bigint * case salary_period when 'month' then 12 else 1 end) stored,
  remote boolean not null default false,
  featured boolean not null default false,
  -- The last day to apply, until 23:59 in the client's zone (rules: Jobs).
  deadline date not null,
  -- A scheduled job is open from this moment on.
  opens_at timestamptz,
  -- When it opened for the first time. Null before.
  posted_at timestamptz,
  closed_at timestamptz,
  -- contract/jobs/shapes.ts `jobQuestion`: what an application answers.
  questions jsonb not null default '[]' check (jsonb_typeof(questions) = 'array'),
  -- One more with each saved change.
  revision integer not null default 1,
  created_by integer,
  -- A repeat of the call that created it finds it by this key.
  created_key uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id),
  unique (client_id, created_by, created_key),
  check ((salary_min is null) = (salary_max is null)),
  check (salary_max >= salary_min),
  check (salary_min is null or salary_currency is not null),
  check (state <> 'scheduled' or opens_at is not null),
  check (state not in ('open', 'closed') or posted_at is not null),
  foreign key (client_id, created_by) references app_user (client_id, id) on delete set null (created_by)
);
create index job_listing on job (client_id, state, deadline, id);
call protect_tenant_table('job');

-- One line of "What you need". What the learner has done is compared with every kind but `other`.
create table job_requirement (
  client_id integer not null,
  job_id integer not null,
  position integer not null check (position between 0 and 29),
  kind text not null check (kind in ('course', 'skill', 'assessment', 'other')),
  -- By language, like the job's own texts.
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  -- `course`: the course to complete. Other kinds: the course that closes the gap, if one does.
  course_id integer,
  -- `skill`: a tag of courses; so many of their problems must be solved.
  skill text check (char_length(skill) between 1 and 100),
  needed integer not null default 3 check (needed between 1 and 100),
  -- `assessment`: the best released result needs so many percent.
  assessment_id integer,
  min_percent integer check (min_percent between 1 and 100),
  primary key (client_id, job_id, position),
  foreign key (client_id, job_id) references job (client_id, id) on delete cascade,
  foreign key (client_id, course_id) references course (client_id, id) on delete set null (course_id),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete set null (assessment_id)
);
create index job_requirement_course on job_requirement (client_id, course_id) where course_id is not null;
create index job_requirement_assessment on job_requirement (client_id, assessment_id) where assessment_id is not null;
call protect_tenant_table('job_requirement');

create table saved_job (
  client_id integer not null,
  user_id integer not null,
  job_id integer not null,
  saved_at timestamptz not null,
  primary key (client_id, user_id, job_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, job_id) references job (client_id, id) on delete cascade
);
create index saved_job_job on saved_job (client_id, job_id);
call protect_tenant_table('saved_job');

create table saved_search (
  client_id integer not null,
  user_id integer not null,
  id uuid not null,
  -- contract/jobs/jobs.ts `jobFilters`, as the address of the list has them.
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  has_alerts boolean not null default true,
  -- Jobs posted up to this moment are not news.
  seen_until timestamptz not null,
  created_at timestamptz not null,
  primary key (client_id, user_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index saved_search_alerts on saved_search (client_id, seen_until) where has_alerts;
call protect_tenant_table('saved_search');

-- The words of a job in all its languages, kept by the database like lesson_word. Words of the place are apart: keyword
-- and location are searched in two fields.
create table job_word (
  client_id integer not null,
  word text collate "C" not null,
  is_place boolean not null,
  job_id integer not null,
  primary key (client_id, is_place, word, job_id),
  foreign key (client_id, job_id) references job (client_id, id) on delete cascade
);
create index job_word_of on job_word (client_id, job_id);
call protect_tenant_table('job_word');

create function set_job_words(changed integer[]) returns void
  language plpgsql
  as $$
declare
  tenant integer := current_client_id();
begin
  if cardinality(changed) = 0 then
    return;
  end if;
  delete from job_word w where w.client_id = tenant and w.job_id = any (changed);
  insert into job_word (client_id, word, is_place, job_id)
    select distinct tenant, word, texts.is_place, texts.job_id
    from (
      select j.id as job_id, false as is_place, j.company || ' ' || coalesce((
        select string_agg(concat_ws(' ', t.value ->> 'title', t.value ->> 'description',
          (select string_agg(benefit, ' ') from jsonb_array_elements_text(
            case jsonb_typeof(t.value -> 'benefits') when 'array' then t.value -> 'benefits' else '[]' end) benefit)), ' ')
        from jsonb_each(j.texts) t), '') as content
      from job j where j.client_id = tenant and j.id = any (changed)
      union all
      select j.id, true, coalesce((select string_agg(t.value ->> 'location', ' ') from jsonb_each(j.texts) t), '')
      from job j where j.client_id = tenant and j.id = any (changed)
      union all
      select r.job_id, false, coalesce(r.skill, '') || ' ' || coalesce((
        select string_agg(value, ' ') from jsonb_each_text(r.texts)), '')
      from job_requirement r where r.client_id = tenant and r.job_id = any (changed)
    ) texts
    cross join lateral search_words(texts.content) word;
end $$;

create function keep_words_of_jobs() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    perform set_job_words(array(select id from changed));
  else
    perform set_job_words(array(
      select changed.id from changed join former on former.id = changed.id
      where (changed.texts, changed.company) is distinct from (former.texts, former.company)));
  end if;
  return null;
end $$;
create trigger job_words_new after insert on job
  referencing new table as changed for each statement execute function keep_words_of_jobs();
create trigger job_words_changed after update on job
  referencing new table as changed old table as former for each statement execute function keep_words_of_jobs();

create function keep_words_of_requirements() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'DELETE' then
    -- With the job itself gone there is nothing to keep.
    perform set_job_words(array(select distinct former.job_id from former
      join job j on j.client_id = current_client_id() and j.id = former.job_id));
  else
    perform set_job_words(array(select distinct job_id from changed));
  end if;
  return null;
end $$;
create trigger job_words_new after insert on job_requirement
  referencing new table as changed for each statement execute function keep_words_of_requirements();
create trigger job_words_changed after update on job_requirement
  referencing new table as changed for each statement execute function keep_words_of_requirements();
create trigger job_words_gone after delete on job_requirement
  referencing old table as former for each statement execute function keep_words_of_requirements();
