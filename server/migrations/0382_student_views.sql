-- Saved views of the list of people: filters, order and columns under a name. Writer: features/students.
create table student_view (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  owner_id integer not null,
  name text not null,
  name_key text not null,
  -- The client's admins see it as well.
  is_shared boolean not null,
  -- viewSettings of contract/students/views.ts.
  settings jsonb not null,
  created_at timestamptz not null,
  primary key (client_id, id),
  unique (client_id, owner_id, name_key),
  foreign key (client_id, owner_id) references app_user (client_id, id) on delete cascade
);
create index student_view_shared on student_view (client_id) where is_shared;
call protect_tenant_table('student_view');
