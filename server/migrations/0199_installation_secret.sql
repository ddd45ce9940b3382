-- The secret from which signatures derive, encrypted under the master key: a new master key encrypts it again and
-- changes no signature. It belongs to the installation, not to a tenant.
create table installation_secret (
  id smallint primary key check (id = 1),
  secret_enc bytea not null,
  created_at timestamptz not null
);
grant select, insert, update on installation_secret to lms_app;

-- A rotation encrypts the private part again.
grant update (private_enc) on push_key to lms_app;
