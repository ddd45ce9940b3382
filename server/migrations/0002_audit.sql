-- Security events, append-only and hash-chained per tenant (trust 8.8, H3).
--
-- Two tables, so that recording never waits: `audit_event` takes the rows as they come; `audit_link` chains them
-- at COMMIT, by a deferred trigger. The lock that orders a tenant's chain is therefore held for the commit only and
-- is the last lock a transaction takes, so it cannot deadlock with row locks.

create table audit_event (
  client_id integer not null,
  id bigint generated always as identity,
  at timestamptz not null,
  action text not null check (action ~ '^[a-z][a-zA-Z]*\.[a-zA-Z_]+$'),
  result text not null check (result in ('ok', 'refused', 'failed')),
  actor_id integer,
  session_id text,
  object text,
  detail jsonb not null default '{}',
  request_id text,
  network text,
  primary key (client_id, id)
);
create index audit_event_at on audit_event (client_id, at desc);

create table audit_link (
  client_id integer not null,
  seq bigint not null check (seq > 0),
  event_id bigint not null,
  hash bytea not null,
  primary key (client_id, seq),
  unique (client_id, event_id)
);

call protect_tenant_table('audit_event');
call protect_tenant_table('audit_link');
revoke update, delete, truncate on audit_event from lms_app;
revoke insert, update, delete, truncate on audit_link from lms_app;

-- One field as `length:text;`, null as `-;`: no two different rows give the same bytes.
create function audit_field(value text) returns text
  language sql immutable parallel safe
  as $$ select coalesce(octet_length(value) || ':' || value, '-') || ';' $$;

-- What is hashed. server/core/audit/verify.ts builds the same bytes by itself: keep the two equal.
create function audit_canonical(seq bigint, event audit_event) returns bytea
  language sql stable parallel safe
  as $$
    select convert_to(
      audit_field(event.client_id::text) || audit_field(seq::text) || audit_field(event.id::text) ||
      audit_field(to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) ||
      audit_field(event.action) || audit_field(event.result) || audit_field(event.actor_id::text) ||
      audit_field(event.session_id) || audit_field(event.object) || audit_field(event.detail::text) ||
      audit_field(event.request_id) || audit_field(event.network), 'UTF8')
  $$;

-- As the owner: the app itself may not write the chain. Row-level security binds the owner too (FORCE), so the
-- tenant of the transaction decides what it can see.
create function audit_chain() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  last audit_link;
begin
  perform pg_advisory_xact_lock(7231, new.client_id);
  select * into last from audit_link where client_id = new.client_id order by seq desc limit 1;
  insert into audit_link (client_id, seq, event_id, hash)
  values (
    new.client_id, coalesce(last.seq, 0) + 1, new.id,
    sha256(coalesce(last.hash, ''::bytea) || audit_canonical(coalesce(last.seq, 0) + 1, new)));
  return null;
end $$;

create constraint trigger audit_chain after insert on audit_event
  deferrable initially deferred for each row execute function audit_chain();

create function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();
create trigger audit_link_append_only before update or delete or truncate on audit_link
  for each statement execute function refuse_change();
