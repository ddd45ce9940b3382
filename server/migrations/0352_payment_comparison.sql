-- What a comparison with the payment providers found (rules: Money). Writer: features/money.

create table payment_comparison (
  client_id integer not null references client (client_id) on delete cascade,
  provider text not null check (provider ~ '^[a-z0-9_]{1,40}$'),
  compared_at timestamptz not null,
  -- False: the provider did not answer to the end.
  is_complete boolean not null,
  primary key (client_id, provider)
);
call protect_tenant_table('payment_comparison');

create table payment_finding (
  client_id integer not null references client (client_id) on delete cascade,
  id integer generated always as identity,
  provider text not null check (provider ~ '^[a-z0-9_]{1,40}$'),
  kind text not null check (kind in ('paid_not_granted', 'granted_not_paid', 'amount_differs')),
  -- What the provider calls the checkout.
  ref text not null check (char_length(ref) between 1 and 200),
  -- Null: nobody here knows the payment.
  checkout_id uuid,
  payment_ref text check (char_length(payment_ref) between 1 and 200),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What came in less what went back: at the provider, and here.
  theirs_minor bigint not null,
  ours_minor bigint not null,
  found_at timestamptz not null,
  -- `gone`: a later comparison did not find it again.
  state text not null default 'open' check (state in ('open', 'repaired', 'gone')),
  settled_at timestamptz,
  repaired_by integer,
  primary key (client_id, id),
  check ((state = 'open') = (settled_at is null)),
  foreign key (client_id, checkout_id) references payment_checkout (client_id, id),
  foreign key (client_id, repaired_by) references app_user (client_id, id) on delete set null (repaired_by)
);
-- One difference is found once while nobody has repaired it, and stays repaired.
create unique index payment_finding_once on payment_finding
  (client_id, provider, kind, ref, theirs_minor, ours_minor) where state <> 'gone';
create index payment_finding_open on payment_finding (client_id, found_at desc) where state = 'open';
create index payment_finding_repairer on payment_finding (client_id, repaired_by);
create index payment_finding_checkout on payment_finding (client_id, checkout_id);
call protect_tenant_table('payment_finding');
revoke delete, truncate on payment_finding from lms_app;

create function keep_finding_settled() returns trigger
  language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'finding % is settled', old.id using errcode = 'check_violation', constraint = 'finding_settled';
  end if;
  return new;
end $$;
create trigger payment_finding_settled before update of state, settled_at on payment_finding
  for each row execute function keep_finding_settled();
