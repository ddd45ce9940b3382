-- Which client has which feature, for superadmins. Writer of the features: features/client-info.
create policy registry on client_feature for select to lms_registry using (true);
grant select (client_id, slug, enabled, allowed) on client_feature to lms_registry;

-- A client without a row for a feature never had it and may switch it on. The share is a number from 0 to 99 that stays
-- the same for a client and a feature.
create function platform_feature(wanted text) returns table (
  client_id integer, name text, people integer, enabled boolean, allowed boolean, share integer)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select c.client_id, c.name, coalesce(u.people, 0), coalesce(f.enabled, false), coalesce(f.allowed, true),
      ('x' || substr(md5(wanted || ':' || c.client_id), 1, 7))::bit(28)::integer % 100
    from client c
    left join client_feature f on f.client_id = c.client_id and f.slug = wanted
    left join client_usage u on u.client_id = c.client_id
  $$;
alter function platform_feature(text) owner to lms_registry;
revoke all on function platform_feature(text) from public;
grant execute on function platform_feature(text) to lms_app;
