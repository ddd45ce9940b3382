-- What the test checkout remembers, as a payment provider would (docs/decisions/money). Writer: features/money.
create table test_checkout (
  client_id integer not null,
  id uuid not null,
  checkout_id uuid not null,
  return_path text not null check (return_path ~ '^/'),
  state text not null default 'open' check (state in ('open', 'failed', 'expired', 'paid')),
  primary key (client_id, id),
  unique (client_id, checkout_id),
  foreign key (client_id, checkout_id) references payment_checkout (client_id, id)
);
call protect_tenant_table('test_checkout');

-- Messages on their way to the product, each at its time.
create table test_message (
  client_id integer not null,
  id integer generated always as identity,
  test_checkout_id uuid not null,
  event_id uuid not null,
  kind text not null check (kind in ('processing', 'failed', 'expired', 'paid', 'refunded')),
  amount_minor bigint not null check (amount_minor > 0),
  send_at timestamptz not null,
  sent_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, test_checkout_id) references test_checkout (client_id, id)
);
create index test_message_due on test_message (client_id, send_at) where sent_at is null;
create index test_message_checkout on test_message (client_id, test_checkout_id);
call protect_tenant_table('test_message');
