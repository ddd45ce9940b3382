-- Keys of a client's payment providers, encrypted by the vault (rules: Money). Writer: features/money.

create table payment_provider (
  client_id integer not null references client (client_id) on delete cascade,
  provider text not null check (provider in ('stripe', 'razorpay')),
  -- The public part of a key that has one.
  key_id text check (char_length(key_id) between 1 and 300),
  secret_enc bytea not null,
  webhook_enc bytea not null,
  -- Payments with these keys move no money.
  is_test boolean not null,
  -- When the provider accepted exactly these keys.
  checked_at timestamptz,
  updated_at timestamptz not null,
  -- What learners pay with: one at most.
  is_chosen boolean not null default false,
  primary key (client_id, provider)
);
create unique index payment_provider_chosen on payment_provider (client_id) where is_chosen;
call protect_tenant_table('payment_provider');

-- What the provider calls the payment itself: refunds that were made at the provider name only this.
alter table payment_checkout
  add column payment_ref text check (char_length(payment_ref) between 1 and 200),
  add unique (client_id, provider, payment_ref);

create index payment_message_latest on payment_message (client_id, provider, received_at desc);
