-- Accounts of the demo's seed sign in only while the demo is on (rules: Running it).
alter table app_user add column is_demo boolean not null default false;
-- When the first administrator of a former demo was made by the link of the first start.
alter table client add column set_up_at timestamptz;

-- Marks those of demos that already exist. `.test` addresses belong to nobody (RFC 6761). Row security binds the
-- owner, too: one tenant after the other.
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
    -- Seeding gives everybody one moment of joining and of proving the address; a person who signs up has two.
    update app_user u set is_demo = true
      from client c
     where u.client_id = tenant and c.client_id = tenant and c.demo_seeded_at is not null
       and (u.email_key ~ '@(demo|kitewing|ufuq)\.test$'
         or (u.created_at = u.email_verified_at and u.created_at < c.demo_seeded_at and u.terms_accepted_at = u.created_at));
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
