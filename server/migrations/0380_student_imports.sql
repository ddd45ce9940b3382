-- Files of people, compared with the accounts row by row, imported and undone by a job. Writer: features/students.
create table student_import (
  client_id integer not null references client (client_id) on delete cascade,
  -- Chosen by the browser: a repeat of the call finds it.
  id uuid not null,
  made_by integer,
  made_at timestamptz not null,
  file_name text not null,
  state text not null check (
    state in ('uploaded', 'checking', 'checked', 'importing', 'done', 'undoing', 'undone', 'failed')),
  columns jsonb not null,
  -- A field of contract/students/imports.ts for each column, or null.
  mapping jsonb not null,
  language text not null,
  sends_invitations boolean not null default false,
  total integer not null check (total > 0),
  -- Rows of the present step: those it is through with, and all of them.
  step_done integer not null default 0 check (step_done >= 0),
  step_of integer not null default 0 check (step_of >= 0),
  -- Who began it: the job does only what this person may do.
  step_by integer,
  -- After a batch that failed: so many rows are tried one by one, so that only the one at fault is left out.
  careful integer not null default 0 check (careful >= 0),
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, made_by) references app_user (client_id, id) on delete set null (made_by),
  foreign key (client_id, step_by) references app_user (client_id, id) on delete set null (step_by)
);
create index student_import_open on student_import (client_id) where state in ('checking', 'importing', 'undoing');
create index student_import_time on student_import (client_id, made_at);
create index student_import_person on student_import (client_id, made_by);
create index student_import_step_person on student_import (client_id, step_by);
call protect_tenant_table('student_import');

create table student_import_row (
  client_id integer not null,
  import_id uuid not null,
  -- As a spreadsheet counts: the header is row 1.
  row_number integer not null check (row_number > 0),
  cells jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'new', 'changed', 'same', 'wrong')),
  -- The address in lower case, of rows that have one.
  email_key text,
  -- [{ "field", "from", "to", "course_id" }] and [{ "code", "value" }]; contract/students/imports.ts.
  changes jsonb not null default '[]',
  problems jsonb not null default '[]',
  user_id integer,
  result text check (result in ('created', 'updated', 'unchanged', 'refused')),
  -- Courses in which the import enrolled the person.
  enrolled integer[] not null default '{}',
  undo text check (undo in ('removed', 'restored', 'partly', 'kept')),
  primary key (client_id, import_id, row_number),
  foreign key (client_id, import_id) references student_import (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete set null (user_id)
);
create index student_import_row_state on student_import_row (client_id, import_id, state, row_number);
create index student_import_row_email on student_import_row (client_id, import_id, email_key);
create index student_import_row_person on student_import_row (client_id, user_id);
call protect_tenant_table('student_import_row');
