-- What clients use and what they may use at most (TE1, TE12). Writers: features/platform (limits, counted numbers) and
-- features/files (stored files and their sum).

-- Null: as much as the client wants. No foreign keys here: an upload inside of another transaction must not wait for
-- a lock on its client.
create table client_limit (
  client_id integer primary key,
  people integer check (people > 0),
  storage_bytes bigint check (storage_bytes >= 0),
  mails integer check (mails >= 0),
  changed_at timestamptz not null
);
call protect_tenant_table('client_limit');

create table client_usage (
  client_id integer primary key,
  -- The sum of stored_file, kept by each upload.
  storage_bytes bigint not null default 0 check (storage_bytes >= 0),
  -- Counted by a job at counted_at.
  people integer not null default 0,
  mails integer not null default 0,
  last_active_at timestamptz,
  counted_at timestamptz
);
call protect_tenant_table('client_usage');

-- The files of the store, so that their sum is known without asking a disk or a bucket.
create table stored_file (
  client_id integer not null,
  name text not null,
  bytes bigint not null check (bytes >= 0),
  primary key (client_id, name)
);
call protect_tenant_table('stored_file');

-- Mails of a month are counted from here.
create index outbox_message_month on outbox_message (client_id, created_at) where channel = 'email';
create index email_recipient_month on email_recipient (client_id, settled_at) where state in ('sent', 'unknown');

-- One row for each client, for superadmins: names and numbers, no people.
create policy registry on client_limit for select to lms_registry using (true);
create policy registry on client_usage for select to lms_registry using (true);
grant select on client_limit, client_usage to lms_registry;
grant select (name, slug, is_active, created_at) on client to lms_registry;

create function platform_clients() returns table (
  client_id integer, name text, slug text, hosts text[], is_active boolean, created_at timestamptz,
  people integer, storage_bytes bigint, mails integer, last_active_at timestamptz, counted_at timestamptz,
  people_limit integer, storage_limit bigint, mails_limit integer)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select c.client_id, c.name, c.slug,
      array(select h.host from client_host h where h.client_id = c.client_id order by h.host),
      c.is_active, c.created_at,
      coalesce(u.people, 0), coalesce(u.storage_bytes, 0), coalesce(u.mails, 0), u.last_active_at, u.counted_at,
      l.people, l.storage_bytes, l.mails
    from client c
    left join client_usage u on u.client_id = c.client_id
    left join client_limit l on l.client_id = c.client_id
  $$;
alter function platform_clients() owner to lms_registry;
revoke all on function platform_clients() from public;
grant execute on function platform_clients() to lms_app;
