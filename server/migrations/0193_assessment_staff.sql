-- Who may work on an assessment (rules: Assessments; server/features/question-bank/assessment.policy.ts).
alter table assessment
  -- Null when the creator is unknown or gone: then admins alone keep it until they name an owner.
  add column owner_id integer,
  add foreign key (client_id, owner_id) references app_user (client_id, id) on delete set null (owner_id);
create index assessment_owner on assessment (client_id, owner_id) where owner_id is not null;

create table assessment_staff (
  client_id integer not null,
  assessment_id integer not null,
  user_id integer not null,
  added_by integer,
  added_at timestamptz not null,
  primary key (client_id, assessment_id, user_id),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references app_user (client_id, id) on delete cascade,
  foreign key (client_id, added_by) references app_user (client_id, id) on delete set null (added_by)
);
create index assessment_staff_user on assessment_staff (client_id, user_id);
create index assessment_staff_added_by on assessment_staff (client_id, added_by) where added_by is not null;
call protect_tenant_table('assessment_staff');

-- Existing assessments go to their creator: the row knows, else the audit log. Row security binds the owner, too: one
-- tenant after the other.
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
    update assessment a set owner_id = coalesce(a.made_by, (
      select u.id from audit_event e join app_user u on u.client_id = e.client_id and u.id = e.actor_id
       where e.client_id = tenant and e.action = 'authoring.create' and e.object = 'assessment:' || a.id
       order by e.id limit 1))
     where a.client_id = tenant;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
