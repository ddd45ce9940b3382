-- Actions on many people that a job does, with the result of each person. Writer: features/students.
create table student_bulk (
  client_id integer not null references client (client_id) on delete cascade,
  -- Chosen by the browser: a repeat of the call finds it.
  id uuid not null,
  made_by integer,
  made_at timestamptz not null,
  -- contract/students/bulk.ts, with what belongs to the kind.
  action jsonb not null,
  state text not null default 'running' check (
    state in ('running', 'done', 'stopped', 'failed', 'undoing', 'undone')),
  -- Who began the step: the job does only what this person may do.
  step_by integer,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, made_by) references app_user (client_id, id) on delete set null (made_by),
  foreign key (client_id, step_by) references app_user (client_id, id) on delete set null (step_by)
);
create index student_bulk_open on student_bulk (client_id) where state in ('running', 'undoing');
create index student_bulk_expiry on student_bulk (client_id, expires_at);
create index student_bulk_person on student_bulk (client_id, made_by);
create index student_bulk_step_person on student_bulk (client_id, step_by);
call protect_tenant_table('student_bulk');

create table student_bulk_row (
  client_id integer not null,
  bulk_id uuid not null,
  user_id integer not null,
  result text check (result in ('done', 'unchanged', 'refused')),
  reason text,
  -- What was there before, for undoing: the former role.
  former text,
  undo text check (undo in ('restored', 'kept')),
  primary key (client_id, bulk_id, user_id),
  foreign key (client_id, bulk_id) references student_bulk (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index student_bulk_row_person on student_bulk_row (client_id, user_id);
call protect_tenant_table('student_bulk_row');
