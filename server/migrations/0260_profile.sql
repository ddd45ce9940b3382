-- What a person says about themselves beyond the account (spec 3: User profile). One writer: features/profile.
-- Full name, phone number and picture are in app_user. A row exists once something was saved.
create table learner_profile (
  client_id integer not null,
  user_id integer not null,
  first_name text not null default '',
  last_name text not null default '',
  bio text not null default '',
  date_of_birth date,
  professional_url text check (professional_url like 'https://%'),
  code_url text check (code_url like 'https://%'),
  updated_at timestamptz not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('learner_profile');
