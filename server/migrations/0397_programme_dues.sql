-- What is open of programmes, kept by every payment (features/money): the parts that are not paid, and their sums by due
-- day, so that a page with 100,000 orders reads a few hundred rows.
create table programme_due (
  client_id integer not null,
  order_id integer not null,
  position integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  due_on date not null,
  open_minor bigint not null check (open_minor > 0),
  primary key (client_id, order_id, position),
  foreign key (client_id, order_id, position) references programme_part (client_id, order_id, position)
);
create index programme_due_day_order on programme_due (client_id, currency, due_on, order_id);
call protect_tenant_table('programme_due');

create table programme_due_day (
  client_id integer not null references client (client_id),
  currency text not null,
  due_on date not null,
  open_minor bigint not null check (open_minor >= 0),
  parts integer not null check (parts >= 0),
  primary key (client_id, currency, due_on)
);
call protect_tenant_table('programme_due_day');

-- At the commit and one after the other: payments of many orders change the sums of the same days, in any order.
create function count_programme_due() returns trigger
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('programme-dues:' || coalesce(new.client_id, old.client_id), 0));
  if tg_op <> 'INSERT' then
    update programme_due_day set open_minor = open_minor - old.open_minor, parts = parts - 1
      where client_id = old.client_id and currency = old.currency and due_on = old.due_on;
  end if;
  if tg_op <> 'DELETE' then
    insert into programme_due_day (client_id, currency, due_on, open_minor, parts)
      values (new.client_id, new.currency, new.due_on, new.open_minor, 1)
      on conflict (client_id, currency, due_on) do update
        set open_minor = programme_due_day.open_minor + excluded.open_minor, parts = programme_due_day.parts + 1;
  end if;
  return null;
end $$;
create constraint trigger programme_due_counted after insert or update or delete on programme_due
  deferrable initially deferred for each row execute function count_programme_due();

insert into programme_due (client_id, order_id, position, currency, due_on, open_minor)
select client_id, order_id, position, currency, due_on, least(amount_minor, upto - paid)
from (
  select p.client_id, p.order_id, p.position, o.currency, p.due_on, p.amount_minor,
    sum(p.amount_minor) over (partition by p.client_id, p.order_id order by p.position) as upto,
    coalesce((select sum(e.amount_minor) from ledger_transaction t
      join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
      where t.client_id = o.client_id and t.order_id = o.id
        and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')), 0) as paid
  from programme_part p join programme_order o on o.client_id = p.client_id and o.id = p.order_id
  where o.state in ('booked', 'paid')) parts
where upto > paid
order by client_id, order_id, position;
