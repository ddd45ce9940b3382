-- A transaction with three entries was checked four times at the commit. Its newest entry checks it for all of them; without
-- entries it checks itself.
create or replace function verify_ledger_entry() returns trigger
  language plpgsql as $$
begin
  if not exists (
    select from ledger_entry
    where client_id = new.client_id and transaction_id = new.transaction_id and id > new.id)
  then
    perform verify_ledger(new.client_id, new.transaction_id);
  end if;
  return null;
end $$;

create or replace function verify_ledger_transaction() returns trigger
  language plpgsql as $$
begin
  if not exists (select from ledger_entry where client_id = new.client_id and transaction_id = new.id) then
    perform verify_ledger(new.client_id, new.id);
  end if;
  return null;
end $$;
