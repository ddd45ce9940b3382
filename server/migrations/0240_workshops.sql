-- Workshops with public registration. Writer: the workshops feature.

create table workshop (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  -- The short address of the public page.
  code text not null check (code ~ '^[a-hjkmnp-z2-9]{8}$'),
  -- The id of the call that created it: a repeat finds it.
  create_key uuid not null,
  title text not null check (char_length(title) between 1 and 150),
  description text not null default '' check (char_length(description) <= 5000),
  -- The stable path of a stored picture.
  cover text check (char_length(cover) <= 300),
  -- What registrations become enrolments of; its instructors manage the workshop too.
  course_id integer,
  created_by integer,
  starts_at timestamptz not null,
  minutes integer not null check (minutes between 15 and 10080),
  time_zone text not null check (char_length(time_zone) between 1 and 60),
  place text not null default '' check (char_length(place) <= 300),
  -- Sent to people with a seat only.
  link text not null default '' check (char_length(link) <= 1000),
  -- Null: unlimited.
  capacity integer check (capacity between 1 and 10000),
  fields jsonb not null default '[]',
  double_opt_in boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'open', 'closed', 'cancelled')),
  -- Rises with every change that a calendar must take over (RFC 5545 SEQUENCE).
  sequence integer not null default 0,
  -- Rises with every change: saving an older one is a conflict.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (client_id, id),
  unique (client_id, code),
  unique (client_id, create_key),
  foreign key (client_id, course_id) references course (client_id, id) on delete set null (course_id),
  foreign key (client_id, created_by) references app_user (client_id, id) on delete set null (created_by)
);
create index workshop_course on workshop (client_id, course_id);
create index workshop_creator on workshop (client_id, created_by);
create index workshop_start on workshop (client_id, starts_at);
call protect_tenant_table('workshop');

create table workshop_registration (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  workshop_id integer not null,
  -- Part of the signature of the link in the mail: a new registration makes old links invalid.
  key uuid not null default gen_random_uuid(),
  user_id integer,
  name text not null check (char_length(name) between 1 and 120),
  email text not null check (char_length(email) between 3 and 254),
  email_key text not null check (char_length(email_key) between 3 and 254),
  -- Name and address without marks and case.
  search_text text not null,
  -- Of the mails.
  language text not null,
  answers jsonb not null default '{}',
  -- Name and path of the stored file.
  file_name text check (char_length(file_name) <= 200),
  file_url text check (char_length(file_url) <= 300),
  status text not null check (status in
    ('registered', 'waiting', 'offered', 'confirmed', 'attended', 'no_show', 'cancelled')),
  -- The end of an unconfirmed seat and of an offer.
  until timestamptz check ((until is not null) = (status in ('registered', 'offered'))),
  -- The order of the waiting list.
  queued_at timestamptz not null,
  enrolled_course_id integer,
  mailed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (client_id, id),
  unique (client_id, workshop_id, email_key),
  foreign key (client_id, workshop_id) references workshop (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete set null (user_id),
  foreign key (client_id, enrolled_course_id) references course (client_id, id)
    on delete set null (enrolled_course_id)
);
create index workshop_registration_status on workshop_registration (client_id, workshop_id, status, queued_at);
create index workshop_registration_newest on workshop_registration (client_id, created_at desc, id desc);
create index workshop_registration_until on workshop_registration (client_id, until) where until is not null;
create index workshop_registration_user on workshop_registration (client_id, user_id);
create index workshop_registration_course on workshop_registration (client_id, enrolled_course_id);
call protect_tenant_table('workshop_registration');

-- Filters of the list of registrations that a member of staff keeps under a name.
create table workshop_view (
  client_id integer not null,
  user_id integer not null,
  position smallint not null check (position between 0 and 19),
  name text not null check (char_length(name) between 1 and 60),
  query text not null check (char_length(query) <= 500),
  primary key (client_id, user_id, position),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('workshop_view');

-- Mails to a selection: a repeat of the call sends nothing twice.
create table workshop_mail (
  client_id integer not null,
  key uuid not null,
  sent_by integer not null,
  result jsonb not null,
  created_at timestamptz not null,
  primary key (client_id, key),
  foreign key (client_id, sent_by) references app_user (client_id, id) on delete cascade
);
create index workshop_mail_sender on workshop_mail (client_id, sent_by);
call protect_tenant_table('workshop_mail');

-- A calendar file that goes along with a mail.
alter table outbox_message add column calendar text;
