-- Alerts of saved searches go out once for each job and at most once a day for each search.
alter table saved_search
  -- Jobs posted up to this moment were told.
  add column told_until timestamptz not null default now(),
  add column alerted_at timestamptz;
drop index saved_search_alerts;
create index saved_search_alerts on saved_search (client_id, told_until) where has_alerts;

-- A learner's report of a job; one for each person and job.
create table job_report (
  client_id integer not null,
  job_id integer not null,
  user_id integer not null,
  reason text not null check (reason in ('scam', 'discrimination', 'expired', 'misleading', 'other')),
  text text not null default '' check (char_length(text) <= 1000),
  created_at timestamptz not null,
  primary key (client_id, job_id, user_id),
  foreign key (client_id, job_id) references job (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index job_report_user on job_report (client_id, user_id);
call protect_tenant_table('job_report');
