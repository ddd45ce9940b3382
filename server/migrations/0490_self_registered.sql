-- Accounts that somebody made with the sign-up form. Until they have confirmed their address they are nobody's: they do
-- not count as people (TE12). Whom staff invite or import counts from the start.
alter table app_user add column self_registered boolean not null default false;

-- Row security binds the owner, too: one tenant after the other.
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
    update app_user u set self_registered = true
     where u.client_id = tenant and u.email_verified_at is null
       and (u.password_hash is not null
         or exists (select from pending_signup s where s.client_id = tenant and s.user_id = u.id)
         or 'user:' || u.id in (select a.object from audit_event a
              where a.client_id = tenant and a.action = 'auth.signup' and a.result = 'ok'));
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
