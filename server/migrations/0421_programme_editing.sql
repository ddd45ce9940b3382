-- Admins edit programmes (rules: Money). What was agreed at a first payment stays: courses and the least payment, too. A
-- programme can be bought again after it has ended. Writer: features/money.

alter table programme
  add column is_published boolean not null default true,
  -- Counts the changes, so that two admins do not overwrite each other.
  add column revision integer not null default 1;

-- The courses of an order, written at its first payment.
create table programme_order_course (
  client_id integer not null,
  order_id integer not null,
  course_id integer not null,
  position integer not null,
  primary key (client_id, order_id, course_id),
  foreign key (client_id, order_id) references programme_order (client_id, id),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade
);
create index programme_order_course_course on programme_order_course (client_id, course_id);
insert into programme_order_course (client_id, order_id, course_id, position)
select o.client_id, o.id, c.course_id, c.position
from programme_order o join programme_course c on c.client_id = o.client_id and c.programme = o.programme
where o.state <> 'open';
call protect_tenant_table('programme_order_course');
revoke update, delete, truncate on programme_order_course from lms_app;

alter table programme_order add column minimum_minor bigint check (minimum_minor > 0);
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
    update programme_order o set minimum_minor = p.minimum_minor from programme p
    where o.client_id = tenant and p.client_id = o.client_id and p.slug = o.programme;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
alter table programme_order alter column minimum_minor set not null;

create function keep_order_minimum() returns trigger
  language plpgsql as $$
begin
  if old.state <> 'open' and new.minimum_minor <> old.minimum_minor then
    raise exception 'order % keeps its least payment', old.id
      using errcode = 'check_violation', constraint = 'order_forward';
  end if;
  return new;
end $$;
create trigger programme_order_minimum_kept before update on programme_order
  for each row execute function keep_order_minimum();

alter table programme_order drop constraint programme_order_client_id_user_id_programme_key;
create unique index programme_order_living on programme_order (client_id, user_id, programme) where state <> 'ended';
create index programme_order_user on programme_order (client_id, user_id, programme);
