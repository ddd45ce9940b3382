-- Admins settle reports of jobs. A new report of the same person opens theirs again.
alter table job_report
  add column settled_at timestamptz,
  add column settled_by integer,
  add foreign key (client_id, settled_by) references app_user (client_id, id) on delete set null (settled_by);
create index job_report_open on job_report (client_id, created_at) where settled_at is null;
create index job_report_settler on job_report (client_id, settled_by) where settled_by is not null;
