-- Coupons for programmes (CT5). Writer: features/money.

create table coupon (
  client_id integer not null references client (client_id),
  id integer generated always as identity,
  code text not null check (code ~ '^[A-Z0-9]{4,32}$'),
  title text not null check (char_length(title) between 1 and 120),
  percent integer check (percent between 1 and 100),
  amount_minor bigint check (amount_minor between 1 and 1000000000000),
  -- Of an amount.
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- Null: as often as people like.
  uses_max integer check (uses_max > 0),
  person_max integer not null check (person_max > 0),
  -- In the client's time zone, both included.
  starts_on date,
  ends_on date,
  -- Null: for every programme.
  programmes text[] check (cardinality(programmes) > 0 and programmes <@ '{flagship,nanodegree}'::text[]),
  first_purchase_only boolean not null,
  is_active boolean not null default true,
  -- The call that made it, alone or with others.
  batch uuid not null,
  created_by integer not null,
  created_at timestamptz not null,
  primary key (client_id, id),
  unique (client_id, code),
  check ((percent is null) <> (amount_minor is null)),
  check ((amount_minor is null) = (currency is null)),
  check (ends_on >= starts_on),
  foreign key (client_id, created_by) references app_user (client_id, id)
);
create index coupon_batch on coupon (client_id, batch);
create index coupon_created_by on coupon (client_id, created_by);
call protect_tenant_table('coupon');

-- What an order's price contains. It is agreed with the first payment, as the other terms are.
alter table programme_order
  add column coupon_id integer,
  add column coupon_minor bigint not null default 0 check (coupon_minor between 0 and total_minor),
  add foreign key (client_id, coupon_id) references coupon (client_id, id);
create index programme_order_coupon on programme_order (client_id, coupon_id);

create function keep_order_coupon() returns trigger
  language plpgsql as $$
begin
  if old.state <> 'open'
     and (new.coupon_id, new.coupon_minor) is distinct from (old.coupon_id, old.coupon_minor)
  then
    raise exception 'order % keeps its coupon', old.id using errcode = 'check_violation', constraint = 'order_forward';
  end if;
  return new;
end $$;
create trigger programme_order_coupon_kept before update on programme_order
  for each row execute function keep_order_coupon();

-- One for each order: held while its checkout is open, used with its first payment.
create table coupon_use (
  client_id integer not null,
  order_id integer not null,
  coupon_id integer not null,
  user_id integer not null,
  state text not null check (state in ('held', 'released', 'used')),
  discount_minor bigint not null check (discount_minor >= 0),
  at timestamptz not null,
  primary key (client_id, order_id),
  foreign key (client_id, order_id) references programme_order (client_id, id),
  foreign key (client_id, coupon_id) references coupon (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id)
);
create index coupon_use_coupon on coupon_use (client_id, coupon_id, at desc);
create index coupon_use_user on coupon_use (client_id, user_id);
call protect_tenant_table('coupon_use');

revoke delete, truncate on coupon, coupon_use from lms_app;
