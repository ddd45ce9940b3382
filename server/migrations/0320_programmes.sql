-- Programmes that people pay in parts, and their payments by a provider (rules: Money, trust 8.9). Writer:
-- features/money. Amounts are minor units; each screen's sums come from the ledger.

create table programme (
  client_id integer not null references client (client_id),
  slug text not null check (slug in ('flagship', 'nanodegree')),
  -- Texts by language.
  title jsonb not null check (jsonb_typeof(title) = 'object'),
  summary jsonb not null check (jsonb_typeof(summary) = 'object'),
  total_minor bigint not null check (total_minor between 1 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Its result gives the scholarship; null: there is none.
  assessment_id integer,
  booking_percent integer not null default 10 check (booking_percent between 1 and 100),
  -- After the booking: the day of the rest at once, and the days and shares of the instalments.
  once_days integer not null default 7 check (once_days between 1 and 365),
  instalment_days integer[] not null default '{30,60,90}' check (cardinality(instalment_days) between 1 and 24),
  instalment_percents integer[] not null default '{30,35,35}'
    check (cardinality(instalment_percents) = cardinality(instalment_days)),
  grace_days integer not null default 7 check (grace_days between 0 and 90),
  -- The least that one payment may be, unless less is open.
  minimum_minor bigint not null check (minimum_minor > 0),
  primary key (client_id, slug),
  foreign key (client_id, assessment_id) references assessment (client_id, id) on delete set null (assessment_id)
);
create index programme_assessment on programme (client_id, assessment_id);
call protect_tenant_table('programme');

create table programme_course (
  client_id integer not null,
  programme text not null,
  course_id integer not null,
  position integer not null,
  primary key (client_id, programme, course_id),
  foreign key (client_id, programme) references programme (client_id, slug),
  foreign key (client_id, course_id) references course (client_id, id) on delete cascade
);
create index programme_course_course on programme_course (client_id, course_id);
call protect_tenant_table('programme_course');

-- One person's place in a programme. Terms may change until the first payment; then they are what was bought.
create table programme_order (
  client_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  programme text not null,
  plan text not null check (plan in ('once', 'instalments')),
  total_minor bigint not null check (total_minor between 1 and 1000000000000),
  scholarship_percent integer not null check (scholarship_percent between 0 and 100),
  owed_minor bigint not null check (owed_minor between 0 and total_minor),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  grace_days integer not null,
  state text not null default 'open' check (state in ('open', 'booked', 'paid')),
  created_at timestamptz not null,
  booked_at timestamptz,
  paid_at timestamptz,
  primary key (client_id, id),
  unique (client_id, user_id, programme),
  check ((state = 'open') = (booked_at is null)),
  check ((state = 'paid') = (paid_at is not null)),
  foreign key (client_id, user_id) references app_user (client_id, id),
  foreign key (client_id, programme) references programme (client_id, slug)
);
create index programme_order_programme on programme_order (client_id, programme);
call protect_tenant_table('programme_order');

-- What is due when; written once, at the first payment.
create table programme_part (
  client_id integer not null,
  order_id integer not null,
  position integer not null check (position >= 0),
  due_on date not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (client_id, order_id, position),
  foreign key (client_id, order_id) references programme_order (client_id, id)
);
create index programme_part_due on programme_part (client_id, due_on);
call protect_tenant_table('programme_part');

-- One try to pay. The amount is what the server asked the provider for.
create table payment_checkout (
  client_id integer not null,
  id uuid not null,
  order_id integer not null,
  user_id integer not null,
  idempotency_key uuid not null,
  provider text not null check (provider ~ '^[a-z0-9_]{1,40}$'),
  -- What the provider calls it; null until it has answered.
  provider_ref text check (char_length(provider_ref) between 1 and 200),
  url text check (char_length(url) between 1 and 2000),
  amount_minor bigint not null check (amount_minor between 1 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null default 'created' check (state in ('created', 'processing', 'failed', 'expired', 'paid')),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and amount_minor),
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When the provider was asked last.
  checked_at timestamptz,
  primary key (client_id, id),
  unique (client_id, user_id, idempotency_key),
  unique (client_id, provider, provider_ref),
  check (refunded_minor = 0 or state = 'paid'),
  foreign key (client_id, order_id) references programme_order (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id)
);
create index payment_checkout_order on payment_checkout (client_id, order_id, created_at desc);
create index payment_checkout_unpaid on payment_checkout (client_id, created_at) where state <> 'paid';
call protect_tenant_table('payment_checkout');

-- Every genuine message of a provider, once. What it did is its outcome.
create table payment_message (
  client_id integer not null references client (client_id),
  provider text not null check (provider ~ '^[a-z0-9_]{1,40}$'),
  event_id text not null check (char_length(event_id) between 1 and 200),
  kind text not null check (kind in ('processing', 'failed', 'expired', 'paid', 'refunded')),
  -- The checkout as the provider names it: it need not exist.
  about text not null check (char_length(about) <= 200),
  amount_minor bigint not null,
  currency text not null,
  received_at timestamptz not null,
  outcome text not null check (outcome in ('applied', 'known', 'unknown_checkout', 'amount_differs')),
  primary key (client_id, provider, event_id)
);
create index payment_message_odd on payment_message (client_id, received_at desc)
  where outcome in ('unknown_checkout', 'amount_differs');
call protect_tenant_table('payment_message');

revoke delete, truncate on programme_order, payment_checkout from lms_app;
revoke update, delete, truncate on programme_part, payment_message from lms_app;
create trigger payment_message_append_only before update or delete or truncate on payment_message
  for each statement execute function refuse_change();

-- States move forward only; what was agreed does not change.
create function keep_order_forward() returns trigger
  language plpgsql as $$
declare
  states constant text[] := array['open', 'booked', 'paid'];
begin
  if array_position(states, new.state) < array_position(states, old.state)
     or (new.user_id, new.programme) is distinct from (old.user_id, old.programme)
     or (old.state <> 'open' and (new.plan, new.total_minor, new.scholarship_percent, new.owed_minor, new.currency,
           new.grace_days, new.booked_at) is distinct from (old.plan, old.total_minor, old.scholarship_percent,
           old.owed_minor, old.currency, old.grace_days, old.booked_at))
  then
    raise exception 'order % goes forward only', old.id using errcode = 'check_violation', constraint = 'order_forward';
  end if;
  return new;
end $$;
create trigger programme_order_forward before update on programme_order
  for each row execute function keep_order_forward();

create function keep_checkout_forward() returns trigger
  language plpgsql as $$
declare
  states constant text[] := array['created', 'processing', 'failed', 'expired', 'paid'];
begin
  if array_position(states, new.state) < array_position(states, old.state)
     or new.refunded_minor < old.refunded_minor
     or (new.order_id, new.user_id, new.provider, new.amount_minor, new.currency)
        is distinct from (old.order_id, old.user_id, old.provider, old.amount_minor, old.currency)
     or (old.provider_ref is not null and new.provider_ref is distinct from old.provider_ref)
  then
    raise exception 'checkout % goes forward only', old.id
      using errcode = 'check_violation', constraint = 'checkout_forward';
  end if;
  return new;
end $$;
create trigger payment_checkout_forward before update on payment_checkout
  for each row execute function keep_checkout_forward();

-- At the commit: the parts of an order are what is owed.
create function verify_programme_parts() returns trigger
  language plpgsql as $$
begin
  if (select owed_minor from programme_order where client_id = new.client_id and id = new.order_id)
     is distinct from
     (select sum(amount_minor) from programme_part where client_id = new.client_id and order_id = new.order_id)
  then
    raise exception 'parts of order % are not what is owed', new.order_id
      using errcode = 'check_violation', constraint = 'programme_parts_sum';
  end if;
  return null;
end $$;
create constraint trigger programme_part_sum after insert on programme_part
  deferrable initially deferred for each row execute function verify_programme_parts();

-- The ledger of an order.
alter table ledger_transaction
  add column order_id integer,
  add foreign key (client_id, order_id) references programme_order (client_id, id),
  add check (order_id is null or purchase_id is null);
create index ledger_transaction_order on ledger_transaction (client_id, order_id);

-- As in 0300; for an order, more than it costs goes to the person's credit and never below zero.
create or replace function verify_ledger(client integer, checked integer) returns void
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
  if posted.purchase_id is not null then
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
  end if;
  if posted.order_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('ledger-order:' || client || ':' || posted.order_id, 0));
    if exists (
      select from ledger_transaction t join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
      where t.client_id = client and t.order_id = posted.order_id
      group by e.currency
      having coalesce(sum(e.amount_minor) filter (where e.account = 'receivable'), 0) < 0
        or coalesce(sum(e.amount_minor) filter (where e.account = 'credit'), 0) > 0
        or coalesce(sum(e.amount_minor) filter (where split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')), 0) < 0
    ) then
      raise exception 'order %: more is paid than owed, or more refunded than paid', posted.order_id
        using errcode = 'check_violation', constraint = 'ledger_order';
    end if;
  end if;
end $$;

-- Set while a programme's payment is overdue: the course can be read, nothing in it is deleted.
alter table enrolment add column read_only_since timestamptz;
