-- Groups of people, as classes or cohorts. Writer: features/students.
create table student_group (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  -- Lower case, single spaces: names that look alike are one group.
  name_key text not null,
  archived_at timestamptz,
  created_by integer,
  created_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, created_by) references app_user (client_id, id) on delete set null (created_by)
);
create unique index student_group_name on student_group (client_id, name_key) where archived_at is null;
create index student_group_person on student_group (client_id, created_by);
call protect_tenant_table('student_group');

create table student_group_member (
  client_id integer not null,
  group_id integer not null,
  user_id integer not null,
  added_at timestamptz not null,
  primary key (client_id, group_id, user_id),
  foreign key (client_id, group_id) references student_group (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index student_group_member_person on student_group_member (client_id, user_id);
call protect_tenant_table('student_group_member');

-- Groups to which the import added the person.
alter table student_import_row add column grouped integer[] not null default '{}';
