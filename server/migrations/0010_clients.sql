-- Clients (tenants): rules: Tenants, spec 3. Writer: the client-info feature.
--
-- `client.slug` and `client_host.host` are unique over all tenants: they are the names by which the world finds a
-- tenant, known to everybody by nature. They are the only keys that do not contain client_id.

create table client (
  client_id integer primary key check (client_id > 0),
  name text not null check (length(name) between 1 and 80),
  -- Under an icon on a home screen there is room for about twelve characters.
  short_name text not null check (length(short_name) between 1 and 24),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  is_active boolean not null default true,
  -- The one colour from which the scales derive; `theme` may name a secondary and an accent colour and override
  -- single settings of the result.
  brand_colour text not null default '#3b5bdb' check (brand_colour ~ '^#[0-9a-f]{6}$'),
  theme jsonb not null default '{}',
  -- The first is the tenant's own language.
  languages text[] not null default '{en}'
    check (cardinality(languages) > 0 and languages <@ '{en,hi,ar}'::text[]),
  detect_browser_language boolean not null default true,
  -- rules: Accounts: 12 unless the tenant sets 8 to 64.
  password_min integer not null default 12 check (password_min between 8 and 64),
  phone_required boolean not null default false,
  google_client_id text,
  support_email text,
  time_zone text not null default 'UTC',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- Filled with demo data at this moment; never twice.
  demo_seeded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call protect_tenant_table('client');

create table client_feature (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  slug text not null check (slug ~ '^[a-z_]+$'),
  title text not null,
  position integer not null,
  -- [{"title": …, "href": …}]
  links jsonb not null,
  primary key (client_id, id),
  unique (client_id, slug)
);
call protect_tenant_table('client_feature');

create table client_host (
  client_id integer not null references client (client_id) on delete cascade,
  -- Lower case, no port.
  host text not null check (host = lower(host) and host ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$'),
  primary key (client_id, host),
  unique (host)
);
call protect_tenant_table('client_host');

-- The few questions that must be asked before a tenant is known. They answer with ids only.
create policy registry on client for select to lms_registry using (true);
create policy registry on client_host for select to lms_registry using (true);
grant select (client_id) on client to lms_registry;
grant select (client_id, host) on client_host to lms_registry;

create function find_client_by_host(wanted text) returns integer
  language sql stable security definer set search_path = public, pg_temp
  as $$ select client_id from client_host where host = lower(wanted) $$;

create function list_client_ids() returns setof integer
  language sql stable security definer set search_path = public, pg_temp
  as $$ select client_id from client order by client_id $$;

alter function find_client_by_host(text) owner to lms_registry;
alter function list_client_ids() owner to lms_registry;
revoke all on function find_client_by_host(text), list_client_ids() from public;
grant execute on function find_client_by_host(text), list_client_ids() to lms_app;
