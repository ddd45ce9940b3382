-- Pictures of a brand are in the database, and count as stored like files do (TE12). Those that there are already come in
-- here. Row security binds the owner, too: one tenant after the other.
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
    insert into client_usage (client_id) select distinct client_id from client_picture where client_id = tenant
      on conflict do nothing;
    with added as (
      insert into stored_file (client_id, name, bytes)
      select client_id, 'brand/' || id, length(content) from client_picture where client_id = tenant
      on conflict do nothing returning bytes)
    update client_usage set storage_bytes = storage_bytes + (select coalesce(sum(bytes), 0) from added)
     where client_id = tenant;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
