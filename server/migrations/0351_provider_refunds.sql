-- Refunds that a payment provider carries out, and programmes that end with one (rules: Money). Writer: features/money.

create table payment_refund (
  client_id integer not null,
  id uuid not null,
  checkout_id uuid not null,
  idempotency_key uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The learner leaves the programme when the money has gone back.
  ends_order boolean not null,
  reason text not null check (char_length(reason) <= 1000),
  state text not null default 'requested' check (state in ('requested', 'sent', 'confirmed', 'failed')),
  -- What the provider calls it.
  provider_ref text check (char_length(provider_ref) between 1 and 200),
  requested_by integer not null,
  requested_at timestamptz not null,
  -- When the provider was told or asked last.
  tried_at timestamptz not null,
  settled_at timestamptz,
  -- What the test checkout makes of it.
  test_outcome text check (test_outcome in ('confirm', 'fail', 'slow')),
  primary key (client_id, id),
  unique (client_id, requested_by, idempotency_key),
  unique (client_id, checkout_id, provider_ref),
  check ((state in ('confirmed', 'failed')) = (settled_at is not null)),
  check (state in ('requested', 'failed') or provider_ref is not null),
  foreign key (client_id, checkout_id) references payment_checkout (client_id, id),
  foreign key (client_id, requested_by) references app_user (client_id, id)
);
create index payment_refund_open on payment_refund (client_id, tried_at) where state in ('requested', 'sent');
call protect_tenant_table('payment_refund');
revoke delete, truncate on payment_refund from lms_app;

create function keep_refund_forward() returns trigger
  language plpgsql as $$
begin
  if (new.state <> old.state and not (
        (old.state = 'requested' and new.state in ('sent', 'confirmed', 'failed'))
        or (old.state = 'sent' and new.state in ('confirmed', 'failed'))))
     or (new.checkout_id, new.amount_minor, new.currency, new.ends_order, new.requested_by, new.requested_at)
        is distinct from (old.checkout_id, old.amount_minor, old.currency, old.ends_order, old.requested_by, old.requested_at)
     or (old.provider_ref is not null and new.provider_ref is distinct from old.provider_ref)
     or (old.settled_at is not null and new.settled_at is distinct from old.settled_at)
  then
    raise exception 'refund % goes forward only', old.id using errcode = 'check_violation', constraint = 'refund_forward';
  end if;
  return new;
end $$;
create trigger payment_refund_forward before update on payment_refund
  for each row execute function keep_refund_forward();

-- At the commit: what is on its way back and what went back is never more than was paid.
create function verify_refund_sum() returns trigger
  language plpgsql as $$
begin
  if (select c.amount_minor - c.refunded_minor from payment_checkout c
      where c.client_id = new.client_id and c.id = new.checkout_id)
     < (select coalesce(sum(r.amount_minor), 0) from payment_refund r
        where r.client_id = new.client_id and r.checkout_id = new.checkout_id and r.state in ('requested', 'sent'))
  then
    raise exception 'refunds of checkout % are more than was paid', new.checkout_id
      using errcode = 'check_violation', constraint = 'refund_sum';
  end if;
  return null;
end $$;
create constraint trigger payment_refund_sum after insert on payment_refund
  deferrable initially deferred for each row execute function verify_refund_sum();

alter table payment_message drop constraint payment_message_kind_check,
  add constraint payment_message_kind_check
    check (kind in ('processing', 'failed', 'expired', 'paid', 'refunded', 'refund_failed'));
alter table test_message drop constraint test_message_kind_check,
  add constraint test_message_kind_check
    check (kind in ('processing', 'failed', 'expired', 'paid', 'refunded', 'refund_failed')),
  -- Of a message about a refund.
  add column refund_id uuid;

-- A programme that was given up for its money: its courses are closed, and what was open is written off.
alter table programme_order
  add column ended_at timestamptz,
  drop constraint programme_order_state_check,
  drop constraint programme_order_check2,
  add constraint programme_order_state_check check (state in ('open', 'booked', 'paid', 'ended')),
  add constraint programme_order_paid check (state <> 'paid' or paid_at is not null),
  add constraint programme_order_ended check ((state = 'ended') = (ended_at is not null));

create or replace function keep_order_forward() returns trigger
  language plpgsql as $$
declare
  states constant text[] := array['open', 'booked', 'paid', 'ended'];
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
