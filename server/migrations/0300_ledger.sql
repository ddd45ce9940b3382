-- Double-entry ledger (rules: Money, trust 8.9). Writer: features/money. Nothing in it ever changes: a mistake is
-- corrected by another transaction.

create table ledger_transaction (
  client_id integer not null references client (client_id),
  id integer generated always as identity,
  kind text not null check (kind in ('sale', 'payment', 'refund', 'reversal')),
  at timestamptz not null,
  -- A repeat of the call that posted it finds it by this.
  reference text not null check (char_length(reference) between 1 and 200),
  purchase_id integer,
  -- Who noted it; null for what no person did.
  made_by integer,
  -- A transaction is taken back once.
  reverses integer,
  -- How many entries it has: nobody can add one later.
  entries integer not null check (entries >= 2),
  primary key (client_id, id),
  unique (client_id, reference),
  unique (client_id, reverses),
  check ((kind = 'reversal') = (reverses is not null)),
  foreign key (client_id, purchase_id) references course_purchase (client_id, id),
  foreign key (client_id, made_by) references app_user (client_id, id),
  foreign key (client_id, reverses) references ledger_transaction (client_id, id)
);
create index ledger_transaction_at on ledger_transaction (client_id, at desc, id desc);
create index ledger_transaction_purchase on ledger_transaction (client_id, purchase_id);
create index ledger_transaction_made_by on ledger_transaction (client_id, made_by);
call protect_tenant_table('ledger_transaction');

create table ledger_entry (
  client_id integer not null,
  id bigint generated always as identity,
  transaction_id integer not null,
  -- server/features/money/chart.ts; a provider's clearing account carries its name: clearing:stripe.
  account text not null check (account ~ '^[a-z][a-z_]{0,39}(:[a-z0-9_]{1,40})?$'),
  -- Minor units; debit is positive, credit negative.
  amount_minor bigint not null check (amount_minor <> 0 and abs(amount_minor) <= 1000000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  person_id integer,
  course_id integer,
  primary key (client_id, id),
  foreign key (client_id, transaction_id) references ledger_transaction (client_id, id),
  foreign key (client_id, person_id) references app_user (client_id, id),
  foreign key (client_id, course_id) references course (client_id, id)
);
create index ledger_entry_transaction on ledger_entry (client_id, transaction_id);
create index ledger_entry_account on ledger_entry (client_id, account, course_id);
create index ledger_entry_person on ledger_entry (client_id, person_id);
create index ledger_entry_course on ledger_entry (client_id, course_id);
call protect_tenant_table('ledger_entry');

revoke update, delete, truncate on ledger_transaction, ledger_entry from lms_app;
create trigger ledger_transaction_append_only before update or delete or truncate on ledger_transaction
  for each statement execute function refuse_change();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_change();

-- At the commit: debits equal credits in each currency, and all entries are there. For a purchase, payments are at
-- most what was sold, and refunds at most what was paid; the lock makes two commits see each other.
create function verify_ledger(client integer, checked integer) returns void
  language plpgsql as $$
declare
  posted ledger_transaction;
begin
  select * into posted from ledger_transaction where client_id = client and id = checked;
  if posted.entries is distinct from
       (select count(*)::integer from ledger_entry where client_id = client and transaction_id = checked)
     or exists (
       select from ledger_entry where client_id = client and transaction_id = checked
       group by currency having sum(amount_minor) <> 0)
  then
    raise exception 'ledger transaction % is not balanced', checked
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  if posted.purchase_id is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('ledger:' || client || ':' || posted.purchase_id, 0));
  if exists (
    select from ledger_transaction t join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
    where t.client_id = client and t.purchase_id = posted.purchase_id
    group by e.currency
    having coalesce(sum(e.amount_minor) filter (where e.account = 'receivable'), 0) < 0
      or coalesce(sum(e.amount_minor) filter (where split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')), 0) < 0
  ) then
    raise exception 'purchase %: more is paid than sold, or more refunded than paid', posted.purchase_id
      using errcode = 'check_violation', constraint = 'ledger_purchase';
  end if;
end $$;

create function verify_ledger_transaction() returns trigger
  language plpgsql as $$
begin
  perform verify_ledger(new.client_id, new.id);
  return null;
end $$;

create function verify_ledger_entry() returns trigger
  language plpgsql as $$
begin
  perform verify_ledger(new.client_id, new.transaction_id);
  return null;
end $$;

create constraint trigger ledger_transaction_balanced after insert on ledger_transaction
  deferrable initially deferred for each row execute function verify_ledger_transaction();
create constraint trigger ledger_entry_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function verify_ledger_entry();
