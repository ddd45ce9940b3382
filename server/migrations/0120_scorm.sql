-- SCORM packages as items (contract/scorm.ts). What an item is, is course content; attempts have one writer:
-- features/scorm.

alter table course_item drop constraint course_item_type_check;
alter table course_item
  add constraint course_item_type_check check (type in ('article', 'video', 'quiz', 'problem', 'scorm'));

-- rules: Learning: 1 mark per lesson that is read, watched or played.
create or replace function item_tenths(type text, completed_at timestamptz, best_percent integer) returns integer
  language sql immutable parallel safe
  as $$ select case
    when type = 'quiz' then coalesce(best_percent, 0)
    when type in ('article', 'video', 'scorm') and completed_at is not null then 10
    else 0 end $$;

create table item_scorm (
  client_id integer not null,
  item_id integer not null,
  type text not null default 'scorm' check (type = 'scorm'),
  package_url text not null,
  -- The rest of the item as the draft has it.
  content jsonb not null,
  primary key (client_id, item_id),
  foreign key (client_id, item_id, type) references course_item (client_id, id, type) on delete cascade
);
call protect_tenant_table('item_scorm');

create table scorm_attempt (
  client_id integer not null,
  user_id integer not null,
  item_id integer not null,
  course_id integer not null,
  number integer not null check (number between 1 and 100),
  -- The player that was opened last, and the last it said: what is older changes nothing.
  session uuid not null,
  sequence integer not null default 0 check (sequence >= 0),
  -- The session that began it: the same call twice begins one attempt.
  begun_by uuid not null,
  state jsonb not null default '{}' check (jsonb_typeof(state) = 'object'),
  status text not null default 'not_attempted'
    check (status in ('not_attempted', 'incomplete', 'completed', 'passed', 'failed')),
  percent integer check (percent between 0 and 100),
  started_at timestamptz not null,
  saved_at timestamptz not null,
  primary key (client_id, user_id, item_id, number),
  foreign key (client_id, user_id, course_id) references enrolment (client_id, user_id, course_id)
    on delete cascade,
  foreign key (client_id, course_id, item_id) references course_item (client_id, course_id, id)
    on delete cascade
);
create index scorm_attempt_item on scorm_attempt (client_id, course_id, item_id);
create index scorm_attempt_enrolment on scorm_attempt (client_id, user_id, course_id);
call protect_tenant_table('scorm_attempt');

-- One package chosen in the builder.
alter table course_upload drop constraint course_upload_kind_check;
alter table course_upload
  add constraint course_upload_kind_check check (kind in ('video', 'captions', 'image', 'package'));
