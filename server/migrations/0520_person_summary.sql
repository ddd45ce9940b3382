-- What the list of people filters, searches and sorts by, in short rows: reading 100,000 of app_user, or the study days of
-- everybody, took longer than a page may. Kept by the database, so that whoever writes a person need not know of the list.
create table person_summary (
  client_id integer not null,
  user_id integer not null,
  role text not null,
  disabled_at timestamptz,
  -- As server/core/counted-people.ts says.
  counts_as_person boolean not null,
  last_active_on date,
  created_at timestamptz not null,
  full_name text not null,
  search_text text not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade
);
create index person_summary_name on person_summary (client_id, role, full_name, user_id);
create index person_summary_time on person_summary (client_id, role, created_at, user_id);
call protect_tenant_table('person_summary');

create function keep_person_summary() returns trigger
  language plpgsql
  as $$
begin
  insert into person_summary
      (client_id, user_id, role, disabled_at, counts_as_person, created_at, full_name, search_text)
    values (new.client_id, new.id, new.role, new.disabled_at,
      new.email_verified_at is not null or not new.self_registered, new.created_at, new.full_name, new.search_text)
    on conflict (client_id, user_id) do update set role = excluded.role, disabled_at = excluded.disabled_at,
      counts_as_person = excluded.counts_as_person, created_at = excluded.created_at, full_name = excluded.full_name,
      search_text = excluded.search_text;
  return null;
end $$;
create trigger person_summary_made after insert on app_user
  for each row execute function keep_person_summary();
create trigger person_summary_kept
  after update of role, disabled_at, email_verified_at, self_registered, created_at, full_name, username_key, email_key
    on app_user
  for each row when (
    (old.role, old.disabled_at, old.email_verified_at, old.self_registered, old.created_at, old.search_text, old.full_name)
    is distinct from
    (new.role, new.disabled_at, new.email_verified_at, new.self_registered, new.created_at, new.search_text, new.full_name))
  execute function keep_person_summary();

create function keep_last_active_day() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    update person_summary set last_active_on = new.day
      where client_id = new.client_id and user_id = new.user_id
        and (last_active_on is null or last_active_on < new.day);
  else
    update person_summary p set last_active_on = (
        select max(a.day) from daily_activity a where a.client_id = p.client_id and a.user_id = p.user_id)
      where p.client_id = old.client_id and p.user_id = old.user_id and p.last_active_on = old.day;
  end if;
  return null;
end $$;
create trigger last_active_day_kept after insert or delete on daily_activity
  for each row execute function keep_last_active_day();

do $$
declare
  tenants integer[];
  tenant integer;
begin
  -- Only that role's function sees all tenants.
  set local role lms_registry;
  select coalesce(array_agg(id), '{}') into tenants from list_client_ids() id;
  set local role lms_owner;
  foreach tenant in array tenants loop
    perform set_config('app.client_id', tenant::text, true);
    insert into person_summary
        (client_id, user_id, role, disabled_at, counts_as_person, last_active_on, created_at, full_name, search_text)
      select u.client_id, u.id, u.role, u.disabled_at, u.email_verified_at is not null or not u.self_registered,
        (select max(a.day) from daily_activity a where a.client_id = u.client_id and a.user_id = u.id),
        u.created_at, u.full_name, u.search_text
      from app_user u where u.client_id = tenant;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
analyze person_summary;
