-- Certificates: what they need, how they look, and those that were issued. Writer: features/certificates.

-- A design with its texts and signatures. What learners get is its newest version.
create table certificate_template (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  name text not null check (char_length(name) between 1 and 80),
  -- The id of the call that created it: a repeat finds it.
  create_key uuid not null,
  -- The newest published version.
  version integer not null default 1 check (version > 0),
  -- Certificates of courses and assessments without a template of their own use it.
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by integer,
  primary key (client_id, id),
  unique (client_id, create_key),
  foreign key (client_id, updated_by) references app_user (client_id, id) on delete set null (updated_by)
);
create unique index certificate_template_default on certificate_template (client_id) where is_default;
create index certificate_template_person on certificate_template (client_id, updated_by);
call protect_tenant_table('certificate_template');

-- Never changed: an issued certificate keeps the version that it was issued with.
create table certificate_template_version (
  client_id integer not null,
  template_id integer not null,
  version integer not null check (version > 0),
  design text not null check (design in ('classic', 'modern', 'minimal', 'bold', 'frame', 'portrait')),
  orientation text not null check (orientation in ('landscape', 'portrait')),
  -- certificate-data.ts `TemplateOptions`.
  options jsonb not null check (jsonb_typeof(options) = 'object'),
  -- [{ "name": …, "role": …, "picture": null or the path of a stored file }]
  signatures jsonb not null check (jsonb_typeof(signatures) = 'array'),
  published_at timestamptz not null,
  primary key (client_id, template_id, version),
  foreign key (client_id, template_id) references certificate_template (client_id, id) on delete cascade
);
call protect_tenant_table('certificate_template_version');

-- What a course or an assessment asks for. A course without a row asks for its completion; an assessment without one
-- issues nothing.
create table certificate_rule (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  course_id integer,
  assessment_id integer,
  is_active boolean not null,
  -- The course completed, or the assessment passed.
  completion boolean not null,
  -- Of the course's last quiz, or of `score_assessment_id`; best attempt.
  min_score integer check (min_score between 1 and 100),
  score_assessment_id integer,
  -- Study time since joining the course.
  min_minutes integer check (min_minutes between 1 and 100000),
  min_attendance integer check (min_attendance between 1 and 100),
  payment boolean not null,
  -- Null: for ever.
  valid_months integer check (valid_months between 1 and 120),
  template_id integer,
  -- Rises with every change: saving an older one is a conflict.
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by integer,
  primary key (client_id, id),
  unique (client_id, course_id),
  unique (client_id, assessment_id),
  check ((course_id is null) <> (assessment_id is null)),
  check (completion or min_score is not null or min_minutes is not null or min_attendance is not null),
  check (score_assessment_id is null or (course_id is not null and min_score is not null)),
  check (course_id is not null or (min_minutes is null and min_attendance is null and not payment)),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade,
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete cascade,
  foreign key (client_id, score_assessment_id) references assessment (client_id, id) on delete set null (score_assessment_id),
  foreign key (client_id, template_id) references certificate_template (client_id, id) on delete set null (template_id),
  foreign key (client_id, updated_by) references app_user (client_id, id) on delete set null (updated_by)
);
create index certificate_rule_score on certificate_rule (client_id, score_assessment_id);
create index certificate_rule_template on certificate_rule (client_id, template_id);
create index certificate_rule_person on certificate_rule (client_id, updated_by);
call protect_tenant_table('certificate_rule');

-- The name that a learner wants on certificates.
create table certificate_name (
  client_id integer not null,
  user_id integer not null,
  name text not null check (char_length(name) between 1 and 120),
  confirmed_at timestamptz not null,
  -- The one correction after the first certificate.
  corrected_at timestamptz,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('certificate_name');

create table certificate (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  -- Unguessable, with a check character (contract/certificates/serial.ts).
  serial text not null check (serial ~ '^[2-9A-HJKMNP-Z]{16}$'),
  user_id integer not null,
  kind text not null check (kind in ('course', 'assessment')),
  -- Null after it was deleted.
  course_id integer,
  assessment_id integer,
  -- As they were on the day of issue.
  recipient_name text not null check (char_length(recipient_name) between 1 and 120),
  title text not null check (char_length(title) between 1 and 300),
  language text not null check (language in ('en', 'hi', 'ar')),
  issuer_name text not null check (char_length(issuer_name) between 1 and 80),
  brand_colour text not null check (brand_colour ~ '^#[0-9a-f]{6}$'),
  -- What was fulfilled: [{ "kind": "score", "target": 80, "value": 92, … }].
  criteria jsonb not null check (jsonb_typeof(criteria) = 'array'),
  -- Null: the design of the product.
  template_id integer,
  template_version integer,
  issued_at timestamptz not null,
  -- In the client's time zone.
  issued_on date not null,
  expires_on date check (expires_on > issued_on),
  -- The admin who issued it; null where the criteria did.
  issued_by integer,
  -- The certificate in whose place it came, and why.
  replaces integer,
  replaced_for text check (replaced_for in ('corrected', 'reissued', 'renewed')),
  replaced_at timestamptz,
  revoked_at timestamptz,
  revoked_by integer,
  revoked_reason text check (char_length(revoked_reason) between 1 and 500),
  -- A refund revokes without a person.
  revoked_for text check (revoked_for in ('admin', 'refund')),
  primary key (client_id, id),
  unique (client_id, serial),
  check (kind = 'course' or course_id is null),
  check (kind = 'assessment' or assessment_id is null),
  check ((replaces is null) = (replaced_for is null)),
  check ((revoked_at is null) = (revoked_reason is null)),
  check ((revoked_at is null) = (revoked_for is null)),
  -- Kept after a course is deleted and after a person has left: others rely on it.
  foreign key (client_id, user_id) references app_user (client_id, id),
  foreign key (client_id, course_id) references course (client_id, id) on delete set null (course_id),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete set null (assessment_id),
  foreign key (client_id, template_id, template_version)
    references certificate_template_version (client_id, template_id, version),
  foreign key (client_id, issued_by) references app_user (client_id, id) on delete set null (issued_by),
  foreign key (client_id, replaces) references certificate (client_id, id),
  foreign key (client_id, revoked_by) references app_user (client_id, id) on delete set null (revoked_by)
);
-- One certificate that counts for each person and course, and for each person and assessment. A revoked one counts: nothing
-- is issued in its place without an admin.
create unique index certificate_course on certificate (client_id, user_id, course_id) where replaced_at is null;
create unique index certificate_assessment on certificate (client_id, user_id, assessment_id) where replaced_at is null;
create unique index certificate_replaces on certificate (client_id, replaces);
create index certificate_person on certificate (client_id, user_id, id);
create index certificate_issued on certificate (client_id, issued_at desc, id desc);
create index certificate_of_course on certificate (client_id, course_id);
create index certificate_of_assessment on certificate (client_id, assessment_id);
create index certificate_template_used on certificate (client_id, template_id, template_version);
create index certificate_issuer on certificate (client_id, issued_by);
create index certificate_revoker on certificate (client_id, revoked_by);
create index certificate_expiry on certificate (client_id, expires_on) where replaced_at is null and revoked_at is null;
call protect_tenant_table('certificate');

-- What a learner was told, each once.
create table certificate_notice (
  client_id integer not null,
  user_id integer not null,
  -- `ready`: fulfilled, but the name is not confirmed. `expiring`: a month before the end.
  kind text not null check (kind in ('ready', 'expiring')),
  -- `course:5`, `assessment:3` or `certificate:9`.
  subject text not null check (char_length(subject) <= 40),
  told_at timestamptz not null,
  primary key (client_id, user_id, kind, subject),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('certificate_notice');
