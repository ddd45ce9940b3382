-- How the installation is. Writers: features/platform; the backup command.

-- Finished backups, so that somebody hears when there are none. They belong to no tenant.
create table backup_run (
  finished_at timestamptz primary key,
  bytes bigint not null check (bytes >= 0)
);
grant select on backup_run to lms_app;

-- Which release the database is at.
grant select on kysely_migration to lms_app;

-- Of all clients: since when the oldest mail waits, and how many were given up.
create function platform_mail_state(since timestamptz) returns table (oldest timestamptz, failed integer)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select
      (select min(m.next_attempt_at) from outbox_message m
       where m.channel = 'email' and m.state in ('queued', 'sending')),
      (select count(*)::integer from outbox_message m
       where m.channel = 'email' and m.state = 'failed' and m.settled_at >= since)
  $$;
alter function platform_mail_state(timestamptz) owner to lms_registry;
revoke all on function platform_mail_state(timestamptz) from public;
grant execute on function platform_mail_state(timestamptz) to lms_app;
