-- Each active webhook has an owner: the admin who answers for its address. Whoever administers no more may own that
-- address, so their webhooks pause until another admin takes them over. Writer: features/api-access.
alter table webhook add column owner_id integer;
-- The owner who left, until admins have been told; 0 for an account that was deleted before owners were recorded.
alter table webhook add column lost_owner_id integer;
alter table webhook drop constraint webhook_paused_for_check;
alter table webhook add constraint webhook_paused_for_check check (paused_for in ('person', 'failures', 'owner'));

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
    update webhook w set owner_id = w.made_by from app_user u
    where w.client_id = tenant and u.client_id = tenant and u.id = w.made_by
      and u.role in ('admin', 'superadmin') and u.disabled_at is null;
    update webhook set is_active = false, paused_for = 'owner', lost_owner_id = coalesce(made_by, 0)
    where client_id = tenant and owner_id is null;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;

alter table webhook add constraint webhook_without_owner_is_paused
  check ((owner_id is null) = (paused_for is not distinct from 'owner'));
alter table webhook add constraint webhook_owner_fkey
  foreign key (client_id, owner_id) references app_user (client_id, id);
create index webhook_owner on webhook (client_id, owner_id);

-- A trigger, so that no writer of accounts can forget it. What is under way arrives; nothing else is taken.
create function pause_webhooks_of_owner() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  update webhook set owner_id = null, lost_owner_id = old.id, is_active = false, paused_for = 'owner'
  where client_id = old.client_id and owner_id = old.id;
  return coalesce(new, old);
end $$;
create trigger app_user_webhook_owner_changed after update of role, disabled_at on app_user
  for each row when (new.role not in ('admin', 'superadmin') or new.disabled_at is not null)
  execute function pause_webhooks_of_owner();
create trigger app_user_webhook_owner_deleted before delete on app_user
  for each row execute function pause_webhooks_of_owner();
