-- Open Badges credentials of certificates. Writer: features/certificates/credential.

-- Each client's Ed25519 keys, the newest signs. Former ones verify what they signed.
create table credential_key (
  client_id integer not null references client (client_id) on delete cascade,
  n integer not null check (n > 0),
  public_key bytea not null check (length(public_key) = 32),
  private_enc bytea not null,
  created_at timestamptz not null,
  primary key (client_id, n)
);
call protect_tenant_table('credential_key');

-- The place of a credential in the client's public list of those that no longer count. It is random, so that the list does
-- not tell the order of issue.
create table credential_status (
  client_id integer not null,
  certificate_id integer not null,
  list integer not null check (list > 0),
  position integer not null check (position between 0 and 131071),
  primary key (client_id, certificate_id),
  unique (client_id, list, position),
  foreign key (client_id, certificate_id) references certificate (client_id, id) on delete cascade
);
call protect_tenant_table('credential_status');
