-- Two-step sign-in and proofs of identity within a session (trust 8.2, trust 8.5). Writer: the auth feature.

-- When the person last proved their identity in this session; null for sessions from before.
alter table user_session add column proved_at timestamptz;

create table user_totp (
  client_id integer not null,
  user_id integer not null,
  -- AES-256-GCM under a key of the installation, bound to client and person.
  secret_enc bytea not null,
  -- Null until the first code arrives: until then it counts for nothing.
  confirmed_at timestamptz,
  -- The time step of the last accepted code: no code is accepted twice.
  last_step integer,
  created_at timestamptz not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('user_totp');

create table recovery_code (
  client_id integer not null,
  user_id integer not null,
  -- SHA-256 of 120 random bits: no key is needed, and a rotation of the master key leaves them valid.
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (client_id, user_id, code_hash),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
call protect_tenant_table('recovery_code');

-- A first step that succeeded and still needs a second one.
create table second_step_ticket (
  client_id integer not null,
  -- SHA-256 of the ticket.
  token_hash bytea not null,
  user_id integer not null,
  first_step text not null check (first_step in ('password', 'google', 'code')),
  -- The name that the device gave itself, or empty.
  device text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (client_id, token_hash),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index second_step_ticket_of_user on second_step_ticket (client_id, user_id);
call protect_tenant_table('second_step_ticket');
