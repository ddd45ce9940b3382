-- Passkeys (WebAuthn) and one-time challenges (trust 8.5). Writer: the auth feature.

create table passkey (
  client_id integer not null,
  credential_id bytea not null,
  user_id integer not null,
  -- COSE.
  public_key bytea not null,
  sign_count bigint not null,
  -- The host name that the passkey belongs to: a client with two host names has two kinds of passkeys.
  rp_id text not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (client_id, credential_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index passkey_of_user on passkey (client_id, user_id);
call protect_tenant_table('passkey');

-- What a browser or Google signs for us. Each is deleted by the first answer, so that no answer counts twice.
create table sign_in_challenge (
  client_id integer not null references client (client_id) on delete cascade,
  -- SHA-256 of the challenge.
  challenge_hash bytea not null,
  purpose text not null check (purpose in ('register', 'sign_in', 'second_step', 'step_up', 'google')),
  -- Whose answer counts; null before anybody is known.
  user_id integer,
  rp_id text not null,
  expires_at timestamptz not null,
  primary key (client_id, challenge_hash),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index sign_in_challenge_by_age on sign_in_challenge (client_id, expires_at);
call protect_tenant_table('sign_in_challenge');

alter table second_step_ticket drop constraint second_step_ticket_first_step_check;
alter table second_step_ticket
  add constraint second_step_ticket_first_step_check check (first_step in ('password', 'google', 'code', 'passkey'));
