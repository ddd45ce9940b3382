-- Why mails wait, for the admins who look at them. Writer: features/emails.
alter table email_campaign
  -- By a person; for want of mails in the client's plan; or because whoever scheduled it administers no more.
  add column stopped_for text check (stopped_for in ('person', 'mail_limit', 'starter_left')),
  add column stopped_at timestamptz,
  add constraint email_campaign_stop check ((stopped_for is null) = (stopped_at is null));

alter table email_recipient
  -- While it waits for another try: since the first one, and whether the mail server was reached by the last one.
  add column failing_since timestamptz,
  add column failing_for text check (failing_for in ('unreachable', 'refused')),
  add constraint email_recipient_failing check ((failing_since is null) = (failing_for is null));

-- Row security binds the owner of the table, too: one client after the other.
do $$
declare
  tenants integer[];
  tenant integer;
begin
  set local role lms_registry;
  select coalesce(array_agg(id), '{}') into tenants from list_client_ids() id;
  set local role lms_owner;
  foreach tenant in array tenants loop
    perform set_config('app.client_id', tenant::text, true);
    -- A person's pause is a change; the job that found no room in the plan had only started it, after the last change.
    update email_campaign set
      stopped_for = case when automation is null and started_at > changed_at then 'mail_limit' else 'person' end,
      stopped_at = greatest(started_at, changed_at)
    where client_id = tenant and state = 'paused';
    update email_recipient set failing_since = coalesce(taken_at, due_at), failing_for = 'refused'
    where client_id = tenant and state = 'waiting' and error is not null;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
