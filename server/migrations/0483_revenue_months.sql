-- What was sold and refunded in each month of the client's zone, by course or programme: revenue is read without counting
-- the ledger. Written by triggers alone; it follows from the ledger (rules: Money).

create table ledger_revenue_month (
  client_id integer not null references client (client_id),
  -- Its first day.
  month date not null,
  currency text not null,
  -- 0 and '' for none.
  course_id integer not null,
  programme text not null,
  sold_minor bigint not null,
  refunded_minor bigint not null,
  primary key (client_id, month, currency, course_id, programme)
);
call protect_tenant_table('ledger_revenue_month');
revoke truncate on ledger_revenue_month from lms_app;

create view ledger_revenue with (security_invoker = true) as
select e.client_id, e.id as entry_id, date_trunc('month', t.at at time zone c.time_zone)::date as month, e.currency,
  coalesce(e.course_id, 0) as course_id, coalesce(o.programme, '') as programme,
  case when e.account = 'refunds' then 0 else -e.amount_minor end as sold_minor,
  case when e.account = 'refunds' then e.amount_minor else 0 end as refunded_minor
from ledger_entry e
join ledger_transaction t on t.client_id = e.client_id and t.id = e.transaction_id
join client c on c.client_id = e.client_id
left join programme_order o on o.client_id = t.client_id and o.id = t.order_id
where e.account in ('revenue', 'discount', 'refunds');
grant select on ledger_revenue to lms_app;

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
    insert into ledger_revenue_month (client_id, month, currency, course_id, programme, sold_minor, refunded_minor)
    select client_id, month, currency, course_id, programme, sum(sold_minor), sum(refunded_minor) from ledger_revenue
    where client_id = tenant group by client_id, month, currency, course_id, programme;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;

-- At the commit, so that payments wait for each other's sum as shortly as possible.
create function count_ledger_revenue() returns trigger
  language plpgsql as $$
begin
  insert into ledger_revenue_month as m (client_id, month, currency, course_id, programme, sold_minor, refunded_minor)
  select client_id, month, currency, course_id, programme, sold_minor, refunded_minor from ledger_revenue r
  where r.client_id = new.client_id and r.entry_id = new.id
  on conflict (client_id, month, currency, course_id, programme) do update
    set sold_minor = m.sold_minor + excluded.sold_minor, refunded_minor = m.refunded_minor + excluded.refunded_minor;
  return null;
end $$;
create constraint trigger ledger_revenue_counted after insert on ledger_entry
  deferrable initially deferred for each row when (new.account in ('revenue', 'discount', 'refunds'))
  execute function count_ledger_revenue();

-- A client that moves to another zone has other months. Nobody is paid meanwhile: the lock makes payments wait.
create function recount_ledger_revenue() returns trigger
  language plpgsql as $$
declare
  outer_client text := current_setting('app.client_id', true);
begin
  perform set_config('app.client_id', new.client_id::text, true);
  lock table ledger_revenue_month in share row exclusive mode;
  delete from ledger_revenue_month where client_id = new.client_id;
  insert into ledger_revenue_month (client_id, month, currency, course_id, programme, sold_minor, refunded_minor)
  select client_id, month, currency, course_id, programme, sum(sold_minor), sum(refunded_minor) from ledger_revenue
  where client_id = new.client_id group by client_id, month, currency, course_id, programme;
  perform set_config('app.client_id', coalesce(outer_client, ''), true);
  return null;
end $$;
create trigger client_zone_revenue after update of time_zone on client
  for each row when (old.time_zone <> new.time_zone) execute function recount_ledger_revenue();
