-- A watched stretch counts as far as time passed for it: at most twice the time on the clock (double speed) and 15 s.

alter table item_progress
  -- Everything that was claimed, [[from, to), …] in seconds of the video; watched_ranges is what of it counts.
  add column claimed_ranges jsonb not null default '[]',
  -- When it was watched, [[from, to), …] in seconds since 1970; one moment counts for one video only.
  add column clock_ranges jsonb not null default '[]';

alter table item_video
  -- [{ second, title }], ascending.
  add column chapters jsonb not null default '[]';

-- What counted before this rule keeps counting: its moments are not known and lie as one stretch at 0.
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
    update item_progress set
      claimed_ranges = watched_ranges,
      clock_ranges = jsonb_build_array(jsonb_build_array(0, watched_seconds))
    where watched_seconds > 0;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
