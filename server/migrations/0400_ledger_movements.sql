-- The entries that move money, ready for lists: a client with many payments pages through them by an index, and their sums
-- are counted once, at the commit. Written by triggers alone; both tables follow from the ledger (rules: Money).

create table ledger_movement (
  client_id integer not null,
  entry_id bigint not null,
  transaction_id integer not null,
  at timestamptz not null,
  kind text not null,
  place text not null check (place in ('bank', 'cash', 'online')),
  currency text not null,
  amount_minor bigint not null,
  primary key (client_id, entry_id),
  foreign key (client_id, entry_id) references ledger_entry (client_id, id),
  foreign key (client_id, transaction_id) references ledger_transaction (client_id, id)
);
create index ledger_movement_newest on ledger_movement (client_id, at desc, transaction_id desc);
create index ledger_movement_kind on ledger_movement (client_id, kind, at desc, transaction_id desc);
create index ledger_movement_place on ledger_movement (client_id, place, at desc, transaction_id desc);
create index ledger_movement_transaction on ledger_movement (client_id, transaction_id);
call protect_tenant_table('ledger_movement');

create table ledger_movement_total (
  client_id integer not null references client (client_id),
  kind text not null,
  place text not null,
  currency text not null,
  movements integer not null check (movements > 0),
  amount_minor bigint not null,
  primary key (client_id, kind, place, currency)
);
call protect_tenant_table('ledger_movement_total');

create function ledger_place(account text) returns text
  language sql immutable as $$
    select case split_part(account, ':', 1) when 'clearing' then 'online' else split_part(account, ':', 1) end
  $$;

insert into ledger_movement (client_id, entry_id, transaction_id, at, kind, place, currency, amount_minor)
select e.client_id, e.id, t.id, t.at, t.kind, ledger_place(e.account), e.currency, e.amount_minor
from ledger_entry e join ledger_transaction t on t.client_id = e.client_id and t.id = e.transaction_id
where split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing');

insert into ledger_movement_total (client_id, kind, place, currency, movements, amount_minor)
select client_id, kind, place, currency, count(*), sum(amount_minor) from ledger_movement
group by client_id, kind, place, currency;

revoke update, delete, truncate on ledger_movement from lms_app;
revoke delete, truncate on ledger_movement_total from lms_app;
create trigger ledger_movement_append_only before update or delete or truncate on ledger_movement
  for each statement execute function refuse_change();

create function add_ledger_movement() returns trigger
  language plpgsql as $$
begin
  insert into ledger_movement (client_id, entry_id, transaction_id, at, kind, place, currency, amount_minor)
  select new.client_id, new.id, t.id, t.at, t.kind, ledger_place(new.account), new.currency, new.amount_minor
  from ledger_transaction t where t.client_id = new.client_id and t.id = new.transaction_id;
  return null;
end $$;
create trigger ledger_entry_movement after insert on ledger_entry
  for each row when (split_part(new.account, ':', 1) in ('bank', 'cash', 'clearing'))
  execute function add_ledger_movement();

-- At the commit, so that payments wait for each other's sum as shortly as possible.
create function count_ledger_movement() returns trigger
  language plpgsql as $$
begin
  insert into ledger_movement_total as s (client_id, kind, place, currency, movements, amount_minor)
  values (new.client_id, new.kind, new.place, new.currency, 1, new.amount_minor)
  on conflict (client_id, kind, place, currency)
    do update set movements = s.movements + 1, amount_minor = s.amount_minor + excluded.amount_minor;
  return null;
end $$;
create constraint trigger ledger_movement_counted after insert on ledger_movement
  deferrable initially deferred for each row execute function count_ledger_movement();
