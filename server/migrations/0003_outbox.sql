-- Mails and text messages, written in the transaction that causes them: never lost, never sent for a rollback.
create table outbox_message (
  client_id integer not null,
  id bigint generated always as identity,
  channel text not null check (channel in ('email', 'sms')),
  -- No control characters: nothing here can start a new header.
  recipient text not null check (recipient !~ '[[:cntrl:]]' and length(recipient) between 1 and 320),
  language text not null,
  subject text not null check (subject !~ '[[:cntrl:]]'),
  body_text text not null,
  body_html text,
  -- queued: waits for next_attempt_at · sending: leased until next_attempt_at · sent: handed to the provider
  -- outbox: no provider is set, the table is the mailbox · failed: given up
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'outbox', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (client_id, id)
);
create index outbox_message_due on outbox_message (client_id, next_attempt_at) where state in ('queued', 'sending');
create index outbox_message_recipient on outbox_message (client_id, lower(recipient), id desc);

call protect_tenant_table('outbox_message');

-- The delivery worker works tenant by tenant; it only asks across tenants which of them have work.
create policy registry on outbox_message for select to lms_registry using (true);
grant select (client_id, state, next_attempt_at) on outbox_message to lms_registry;

create function outbox_due_clients(moment timestamptz) returns setof integer
  language sql stable security definer set search_path = public, pg_temp
  as $$ select distinct client_id from outbox_message where state in ('queued', 'sending') and next_attempt_at <= moment $$;
alter function outbox_due_clients(timestamptz) owner to lms_registry;
revoke all on function outbox_due_clients(timestamptz) from public;
grant execute on function outbox_due_clients(timestamptz) to lms_app;
