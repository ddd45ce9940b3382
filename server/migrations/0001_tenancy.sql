-- Tenancy walls (trust 8.7). Runs as the owner of the schema.
--   lms_app       the product at work: no owner, no superuser, no BYPASSRLS
--   lms_registry  owns the few functions that must look across tenants (which tenant has this host name?)
-- Roles belong to the whole cluster and may already be there: the runner creates them before the migrations.

-- The tenant of the current transaction; NULL (and so nothing) when none is set. After COMMIT a local setting
-- reads as '', hence NULLIF.
create function current_client_id() returns integer
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.client_id', true), '')::integer $$;

-- Every tenant table calls this once: row-level security that binds the owner as well, and the app's rights.
create procedure protect_tenant_table(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (client_id = (select current_client_id())) with check (client_id = (select current_client_id()))',
    target);
  execute format('grant select, insert, update, delete on %s to lms_app', target);
end $$;

grant usage on schema public to lms_app, lms_registry;
alter default privileges in schema public grant usage, select on sequences to lms_app;
