-- Links with which people join, perhaps with a course and a group. Writer: features/students.
create table invite_link (
  client_id integer not null references client (client_id) on delete cascade,
  -- Chosen by the browser: a repeat of the call finds it.
  id uuid not null,
  -- 128 random bits: nobody finds a link by trying.
  code text not null check (code ~ '^[A-Za-z0-9_-]{22}$'),
  course_id integer,
  group_id integer,
  -- Enrolments are in the name of this admin; when they administer no more, the link has ended.
  made_by integer,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= made_at + interval '181 days'),
  -- Null: unlimited.
  people_max integer check (people_max between 1 and 10000),
  ended_at timestamptz,
  primary key (client_id, id),
  unique (client_id, code),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, group_id) references student_group (client_id, id) on delete cascade,
  foreign key (client_id, made_by) references app_user (client_id, id) on delete set null (made_by)
);
create index invite_link_course on invite_link (client_id, course_id);
create index invite_link_group on invite_link (client_id, group_id);
create index invite_link_maker on invite_link (client_id, made_by);
call protect_tenant_table('invite_link');

create table invite_use (
  client_id integer not null,
  link_id uuid not null,
  user_id integer not null,
  at timestamptz not null,
  primary key (client_id, link_id, user_id),
  foreign key (client_id, link_id) references invite_link (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index invite_use_person on invite_use (client_id, user_id);
call protect_tenant_table('invite_use');
