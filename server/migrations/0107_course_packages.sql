-- Packages on their way into a course (contract/course-import.ts). The bytes lie beside the stored files until the
-- course was made, or nobody went on with them. Writer: features/course-import.

create table course_package (
  client_id integer not null,
  id uuid not null,
  user_id integer not null,
  name text not null check (char_length(name) between 1 and 255),
  size bigint not null check (size > 0),
  fingerprint text not null check (char_length(fingerprint) <= 100),
  -- What it became.
  course_id integer,
  -- Files that came into the store with it and were not there before: swept when it became nothing.
  fresh_files text[] not null default '{}',
  created_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, course_id) references course (client_id, id) on delete set null (course_id)
);
create index course_package_mine on course_package (client_id, user_id, fingerprint);
create index course_package_course on course_package (client_id, course_id) where course_id is not null;
create index course_package_age on course_package (client_id, created_at);
call protect_tenant_table('course_package');
