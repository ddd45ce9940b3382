-- A learner hears once of a result that may be seen, and of each correction: by opening it, or else by a notification
-- (features/assessments/telling.job.ts).
alter table assessment_attempt
  -- The version of the result that the learner has seen or was told of.
  add column told_version integer;

-- What was over before is no news. Row security binds the owner, too: one tenant after the other.
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
    update assessment_attempt set told_version = result_version where client_id = tenant and state = 'submitted';
  end loop;
  perform set_config('app.client_id', '', true);
end $$;

create index assessment_attempt_untold on assessment_attempt (client_id, finished_at)
  where state = 'submitted' and told_version is distinct from result_version;
