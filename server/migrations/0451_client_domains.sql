-- Domains that admins add; only a proved one has its row in client_host, by which requests find the client.
-- Writer: features/client-info.
create table client_domain (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  -- Not unique over all clients: whoever proves it first gets it.
  host text not null check (host = lower(host) and length(host) <= 253 and host ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$'),
  -- What the DNS record must say; another one for each client, so that a record proves nothing for others.
  token text not null check (token ~ '^[a-z0-9]{32}$'),
  added_at timestamptz not null,
  checked_at timestamptz,
  verified_at timestamptz,
  primary key (client_id, id),
  unique (client_id, host)
);
call protect_tenant_table('client_domain');

-- False: pages answer there, and links in mails lead elsewhere. A proved domain begins so: it may not lead here yet.
alter table client_host add column in_links boolean not null default true;
