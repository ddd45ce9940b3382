-- What the servers of the installation do beside the requests. It belongs to no tenant. Writer: features/platform.

-- One row for each process, written by itself every few seconds; gone when it stops in order.
create table server_process (
  id uuid primary key,
  name text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- [{ "name", "everyMs", "isRunning", "startedAt", "tookMs", "nextAt", "failures", "failure" }]
  jobs jsonb not null,
  -- [{ "check", "state", "since", "facts" }]
  health jsonb not null default '[]'
);
grant select, insert, update, delete on server_process to lms_app;

-- A run that a superadmin asked for: the first server that sees it takes it.
create table job_request (
  name text primary key,
  asked_at timestamptz not null
);
grant select, insert, update, delete on job_request to lms_app;

-- What was given up, of all clients: kinds, times and technical messages; no people, no contents.
create index outbox_message_failed on outbox_message (settled_at) where state = 'failed';
create index webhook_delivery_failed on webhook_delivery (tried_at) where state = 'failed';
create policy registry on webhook_delivery for select to lms_registry using (true);
create policy registry on data_export for select to lms_registry using (true);
create policy registry on certificate_download for select to lms_registry using (true);
create policy registry on student_import for select to lms_registry using (true);
create policy registry on student_bulk for select to lms_registry using (true);
grant select (id, channel, attempts, last_error, settled_at) on outbox_message to lms_registry;
grant select (client_id, id, state, tries, tried_at, status, failure) on webhook_delivery to lms_registry;
grant select (client_id, id, state, tries, requested_at) on data_export to lms_registry;
grant select (client_id, id, state, tries, asked_at) on certificate_download to lms_registry;
grant select (client_id, id, state, made_at) on student_import to lms_registry;
grant select (client_id, id, state, made_at) on student_bulk to lms_registry;

create function platform_failed_work(since timestamptz) returns table (
  kind text, client_id integer, client_name text, id text, at timestamptz, tries integer, message text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select w.kind, w.client_id, c.name, w.id, w.at, w.tries, w.message from (
      select case m.channel when 'sms' then 'sms' else 'mail' end as kind, m.client_id, m.id::text as id,
        m.settled_at as at, m.attempts as tries, m.last_error as message
      from outbox_message m where m.state = 'failed' and m.settled_at >= since
      union all
      select 'webhook', d.client_id, d.id::text, d.tried_at, d.tries, concat_ws(' ', d.failure, d.status)
      from webhook_delivery d where d.state = 'failed' and d.tried_at >= since
      union all
      select 'ownData', e.client_id, e.id::text, e.requested_at, e.tries, null
      from data_export e where e.state = 'failed' and e.requested_at >= since
      union all
      select 'certificates', f.client_id, f.id::text, f.asked_at, f.tries, null
      from certificate_download f where f.state = 'failed' and f.asked_at >= since
      union all
      select 'import', i.client_id, i.id::text, i.made_at, 0, null
      from student_import i where i.state = 'failed' and i.made_at >= since
      union all
      select 'bulk', b.client_id, b.id::text, b.made_at, 0, null
      from student_bulk b where b.state = 'failed' and b.made_at >= since
    ) w join client c on c.client_id = w.client_id
  $$;
alter function platform_failed_work(timestamptz) owner to lms_registry;
revoke all on function platform_failed_work(timestamptz) from public;
grant execute on function platform_failed_work(timestamptz) to lms_app;
