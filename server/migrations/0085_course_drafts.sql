-- Courses as their authors edit them (contract/course-draft.ts). The live tables hold what learners see; a draft is one
-- document beside them, and publishing writes it there in one transaction. Writer: features/course-builder.

create table course_draft (
  client_id integer not null,
  course_id integer not null,
  document jsonb not null,
  -- One more with each saved change.
  revision integer not null default 1,
  -- The last applied batch: the same once more is a repeat, not a conflict with oneself.
  last_batch uuid,
  saved_at timestamptz not null,
  saved_by integer,
  published_revision integer,
  published_at timestamptz,
  archived_at timestamptz,
  -- Key of a node to its id in the live tables.
  live_ids jsonb not null default '{}',
  -- When the last version was kept.
  kept_at timestamptz,
  -- The call that made the course.
  made_by integer,
  made_key uuid,
  primary key (client_id, course_id),
  unique (client_id, made_by, made_key),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, saved_by) references app_user (client_id, id) on delete set null (saved_by),
  foreign key (client_id, made_by) references app_user (client_id, id) on delete set null (made_by)
);
create index course_draft_saved on course_draft (client_id, saved_at desc);
create index course_draft_saved_by on course_draft (client_id, saved_by) where saved_by is not null;
call protect_tenant_table('course_draft');

create table course_version (
  client_id integer not null,
  id integer generated always as identity,
  course_id integer not null,
  revision integer not null,
  reason text not null check (reason in ('published', 'interval', 'restored')),
  document jsonb not null,
  created_at timestamptz not null,
  created_by integer,
  primary key (client_id, id),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, created_by) references app_user (client_id, id) on delete set null (created_by)
);
create index course_version_newest on course_version (client_id, course_id, id desc);
create index course_version_by on course_version (client_id, created_by) where created_by is not null;
call protect_tenant_table('course_version');

create table course_trash (
  client_id integer not null,
  id integer generated always as identity,
  course_id integer not null,
  kind text not null check (kind in ('section', 'topic', 'item')),
  node jsonb not null,
  parent text,
  position integer not null,
  removed_at timestamptz not null,
  removed_by integer,
  primary key (client_id, id),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, removed_by) references app_user (client_id, id) on delete set null (removed_by)
);
create index course_trash_newest on course_trash (client_id, course_id, removed_at desc, id desc);
create index course_trash_by on course_trash (client_id, removed_by) where removed_by is not null;
call protect_tenant_table('course_trash');

-- Files on their way; their bytes lie beside the stored ones until they are whole.
create table course_upload (
  client_id integer not null,
  id uuid not null,
  course_id integer not null,
  user_id integer not null,
  kind text not null check (kind in ('video', 'captions', 'image')),
  name text not null check (char_length(name) between 1 and 255),
  size bigint not null check (size > 0),
  fingerprint text not null check (char_length(fingerprint) <= 100),
  -- What the content turned out to be, once it was stored.
  url text,
  mime text,
  created_at timestamptz not null,
  primary key (client_id, id),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index course_upload_same on course_upload (client_id, course_id, user_id, fingerprint);
create index course_upload_user on course_upload (client_id, user_id);
call protect_tenant_table('course_upload');

-- When a section opens, and what must be completed first (rules: Learning).
alter table course_section
  add column opens_at timestamptz,
  add column opens_after_days integer check (opens_after_days between 1 and 365),
  add column requires integer[] not null default '{}';
