-- Money that was noted by hand for a payment link and goes back by hand, in full or part (rules: Money). Above the
-- client's limit somebody else approves it first. Writer: features/money.

create table payment_return (
  client_id integer not null,
  id integer generated always as identity,
  note_id integer not null,
  link_id integer not null,
  amount_minor bigint not null check (amount_minor between 1 and 1000000000000),
  place text not null check (place in ('bank', 'cash')),
  reference text not null check (char_length(reference) between 1 and 120),
  reason text not null check (char_length(reason) between 1 and 1000),
  returned_on date not null,
  state text not null check (state in ('waiting', 'posted', 'refused')),
  noted_by integer not null,
  noted_at timestamptz not null,
  decided_by integer,
  decided_at timestamptz,
  primary key (client_id, id),
  check ((decided_by is null) = (decided_at is null)),
  check (state <> 'refused' or decided_by is not null),
  check (state <> 'waiting' or decided_by is null),
  constraint payment_return_two_people check (decided_by is null or decided_by <> noted_by or state = 'refused'),
  foreign key (client_id, note_id) references payment_note (client_id, id),
  foreign key (client_id, link_id) references payment_link (client_id, id),
  foreign key (client_id, noted_by) references app_user (client_id, id),
  foreign key (client_id, decided_by) references app_user (client_id, id)
);
-- A refused return gives its reference back.
create unique index payment_return_reference on payment_return (client_id, reference) where state <> 'refused';
create index payment_return_note on payment_return (client_id, note_id);
create index payment_return_link on payment_return (client_id, link_id);
create index payment_return_noted_by on payment_return (client_id, noted_by);
create index payment_return_decided_by on payment_return (client_id, decided_by);
create index payment_return_waiting on payment_return (client_id, link_id) where state = 'waiting';
call protect_tenant_table('payment_return');
revoke delete, truncate on payment_return from lms_app;

-- No more goes back than came. The lock on the payment makes two returns of it see each other.
create function verify_payment_return() returns trigger
  language plpgsql as $$
declare
  note payment_note;
begin
  select * into note from payment_note where client_id = new.client_id and id = new.note_id for update;
  if note.state <> 'posted' or note.link_id <> new.link_id or note.amount_minor < new.amount_minor + (
    select coalesce(sum(amount_minor), 0) from payment_return
    where client_id = new.client_id and note_id = new.note_id and state <> 'refused')
  then
    raise exception 'payment note % has less to give back', new.note_id
      using errcode = 'check_violation', constraint = 'payment_return_left';
  end if;
  return new;
end $$;
create trigger payment_return_left before insert on payment_return
  for each row execute function verify_payment_return();

create function keep_return_forward() returns trigger
  language plpgsql as $$
begin
  if old.state <> 'waiting'
     or (new.note_id, new.link_id, new.amount_minor, new.place, new.reference, new.reason, new.returned_on, new.noted_by,
         new.noted_at)
        is distinct from
        (old.note_id, old.link_id, old.amount_minor, old.place, old.reference, old.reason, old.returned_on, old.noted_by,
         old.noted_at)
  then
    raise exception 'payment return % is decided once', old.id
      using errcode = 'check_violation', constraint = 'return_forward';
  end if;
  return new;
end $$;
create trigger payment_return_forward before update on payment_return
  for each row execute function keep_return_forward();

alter table payment_link_event drop constraint payment_link_event_kind_check,
  add constraint payment_link_event_kind_check check (kind in ('created', 'mailed', 'reminded', 'opened', 'started',
    'paid', 'paid_late', 'overpaid', 'noted', 'approved', 'refused', 'return_noted', 'return_approved', 'return_refused',
    'refunded', 'expired', 'cancelled'));
