-- Payment links: an amount that somebody pays on a public page, whole or in parts (rules: Money). Writer: features/money.
-- What was paid follows from the ledger.

create table payment_link (
  client_id integer not null references client (client_id),
  id integer generated always as identity,
  -- 128 random bits: nobody finds a link by trying.
  code text not null check (code ~ '^[A-Za-z0-9_-]{22}$'),
  title text not null check (char_length(title) between 1 and 120),
  amount_minor bigint not null check (amount_minor between 1 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The least that the first payment may be; null: only the whole amount.
  part_minor bigint check (part_minor between 1 and amount_minor),
  -- For one person alone; null: for anyone who has the link.
  email text check (char_length(email) between 3 and 254),
  email_key text,
  -- Of the mails about it.
  language text not null,
  expires_at timestamptz not null,
  -- When the reminder is due; null: none, or it was sent.
  remind_at timestamptz,
  state text not null default 'created' check (state in ('created', 'part_paid', 'paid', 'expired', 'cancelled')),
  created_by integer not null,
  created_at timestamptz not null,
  idempotency_key uuid,
  -- Of the row of a file that it was made from: a repeat of the row makes nothing.
  import_key text check (char_length(import_key) between 1 and 100),
  primary key (client_id, id),
  unique (client_id, code),
  unique (client_id, idempotency_key),
  unique (client_id, import_key),
  check ((email is null) = (email_key is null)),
  -- Six months, and the rest of the last day.
  check (expires_at > created_at and expires_at <= created_at + interval '6 months 2 days'),
  check (remind_at is null or email is not null),
  foreign key (client_id, created_by) references app_user (client_id, id)
);
create index payment_link_newest on payment_link (client_id, created_at desc, id desc);
create index payment_link_open on payment_link (client_id, expires_at) where state in ('created', 'part_paid');
create index payment_link_reminders on payment_link (client_id, remind_at) where remind_at is not null;
create index payment_link_created_by on payment_link (client_id, created_by);
call protect_tenant_table('payment_link');
revoke delete, truncate on payment_link from lms_app;

-- States move forward only, and what somebody may have seen does not change. Money that a provider reports after a link
-- expired or was cancelled is kept, so those may still become paid.
create function keep_link_forward() returns trigger
  language plpgsql as $$
begin
  if (new.code, new.title, new.amount_minor, new.currency, new.part_minor, new.email, new.email_key, new.expires_at,
      new.created_by, new.created_at, new.idempotency_key, new.import_key)
     is distinct from
     (old.code, old.title, old.amount_minor, old.currency, old.part_minor, old.email, old.email_key, old.expires_at,
      old.created_by, old.created_at, old.idempotency_key, old.import_key)
     or (new.state <> old.state and (old.state, new.state) not in (
       ('created', 'part_paid'), ('created', 'paid'), ('created', 'expired'), ('created', 'cancelled'),
       ('part_paid', 'paid'), ('part_paid', 'expired'), ('part_paid', 'cancelled'),
       ('expired', 'paid'), ('cancelled', 'paid')))
  then
    raise exception 'payment link % goes forward only', old.id
      using errcode = 'check_violation', constraint = 'link_forward';
  end if;
  return new;
end $$;
create trigger payment_link_forward before update on payment_link
  for each row execute function keep_link_forward();

-- The log of a link.
create table payment_link_event (
  client_id integer not null,
  id integer generated always as identity,
  link_id integer not null,
  kind text not null check (kind in ('created', 'mailed', 'reminded', 'opened', 'started', 'paid', 'paid_late',
    'overpaid', 'noted', 'approved', 'refused', 'refunded', 'expired', 'cancelled')),
  at timestamptz not null,
  actor_id integer,
  amount_minor bigint,
  primary key (client_id, id),
  foreign key (client_id, link_id) references payment_link (client_id, id),
  foreign key (client_id, actor_id) references app_user (client_id, id)
);
create index payment_link_event_link on payment_link_event (client_id, link_id, at);
create index payment_link_event_actor on payment_link_event (client_id, actor_id);
call protect_tenant_table('payment_link_event');
revoke update, delete, truncate on payment_link_event from lms_app;
create trigger payment_link_event_append_only before update or delete or truncate on payment_link_event
  for each statement execute function refuse_change();

-- Money that came by hand. Above the client's limit somebody else approves it first.
create table payment_note (
  client_id integer not null,
  id integer generated always as identity,
  link_id integer not null,
  amount_minor bigint not null check (amount_minor between 1 and 1000000000000),
  place text not null check (place in ('bank', 'cash')),
  reference text not null check (char_length(reference) between 1 and 120),
  received_on date not null,
  state text not null check (state in ('waiting', 'posted', 'refused')),
  noted_by integer not null,
  noted_at timestamptz not null,
  decided_by integer,
  decided_at timestamptz,
  primary key (client_id, id),
  check ((decided_by is null) = (decided_at is null)),
  check (state <> 'refused' or decided_by is not null),
  check (state <> 'waiting' or decided_by is null),
  constraint payment_note_two_people check (decided_by is null or decided_by <> noted_by or state = 'refused'),
  foreign key (client_id, link_id) references payment_link (client_id, id),
  foreign key (client_id, noted_by) references app_user (client_id, id),
  foreign key (client_id, decided_by) references app_user (client_id, id)
);
-- A refused payment gives its reference back.
create unique index payment_note_reference on payment_note (client_id, reference) where state <> 'refused';
create index payment_note_link on payment_note (client_id, link_id);
create index payment_note_noted_by on payment_note (client_id, noted_by);
create index payment_note_decided_by on payment_note (client_id, decided_by);
call protect_tenant_table('payment_note');
revoke delete, truncate on payment_note from lms_app;

create function keep_note_forward() returns trigger
  language plpgsql as $$
begin
  if old.state <> 'waiting'
     or (new.link_id, new.amount_minor, new.place, new.reference, new.received_on, new.noted_by, new.noted_at)
        is distinct from
        (old.link_id, old.amount_minor, old.place, old.reference, old.received_on, old.noted_by, old.noted_at)
  then
    raise exception 'payment note % is decided once', old.id
      using errcode = 'check_violation', constraint = 'note_forward';
  end if;
  return new;
end $$;
create trigger payment_note_forward before update on payment_note
  for each row execute function keep_note_forward();

-- Payments by hand above it need a second admin. No row: none does.
create table payment_note_limit (
  client_id integer not null references client (client_id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor between 0 and 1000000000000),
  primary key (client_id, currency)
);
call protect_tenant_table('payment_note_limit');

-- A checkout belongs to an order or to a link; whoever pays a link needs no account.
alter table payment_checkout
  alter column order_id drop not null,
  alter column user_id drop not null,
  add column link_id integer,
  add foreign key (client_id, link_id) references payment_link (client_id, id),
  add constraint payment_checkout_one_owner check (num_nonnulls(order_id, link_id) = 1),
  add check (order_id is null or user_id is not null);
create index payment_checkout_link on payment_checkout (client_id, link_id, created_at desc) where link_id is not null;
create unique index payment_checkout_link_key on payment_checkout (client_id, link_id, idempotency_key)
  where link_id is not null;

create function keep_checkout_link() returns trigger
  language plpgsql as $$
begin
  if new.link_id is distinct from old.link_id then
    raise exception 'checkout % keeps its link', old.id
      using errcode = 'check_violation', constraint = 'checkout_forward';
  end if;
  return new;
end $$;
create trigger payment_checkout_link_kept before update on payment_checkout
  for each row execute function keep_checkout_link();

alter table ledger_transaction
  add column link_id integer,
  add foreign key (client_id, link_id) references payment_link (client_id, id),
  add constraint ledger_transaction_one_subject check (num_nonnulls(purchase_id, order_id, link_id) <= 1);
create index ledger_transaction_link on ledger_transaction (client_id, link_id) where link_id is not null;

-- At the commit: what counts for a link is never above its amount, more is somebody's credit, no more goes back than
-- came, and the link is paid exactly when all of it is. The lock makes two commits see each other.
create function verify_link_ledger() returns trigger
  language plpgsql as $$
declare
  link payment_link;
  counted bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger-link:' || new.client_id || ':' || new.link_id, 0));
  select * into link from payment_link where client_id = new.client_id and id = new.link_id;
  select coalesce(-sum(e.amount_minor) filter (where e.account = 'revenue'), 0) into counted
    from ledger_transaction t join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
    where t.client_id = new.client_id and t.link_id = new.link_id;
  if counted > link.amount_minor or counted < 0 or (counted = link.amount_minor) <> (link.state = 'paid')
     or exists (
       select from ledger_transaction t join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
       where t.client_id = new.client_id and t.link_id = new.link_id
       group by e.currency
       having e.currency <> link.currency
         or coalesce(sum(e.amount_minor) filter (where e.account = 'credit'), 0) > 0
         or coalesce(sum(e.amount_minor) filter (where e.account = 'refunds'), 0) < 0
         or sum(e.amount_minor) filter (where split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')) < 0)
  then
    raise exception 'payment link %: its ledger does not fit it', new.link_id
      using errcode = 'check_violation', constraint = 'ledger_link';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_link_fits after insert on ledger_transaction
  deferrable initially deferred for each row when (new.link_id is not null) execute function verify_link_ledger();
