-- Rewards that were paid out, outside of the product. Writer: features/money.

create table referral_payout (
  client_id integer not null references client (client_id),
  id integer generated always as identity,
  user_id integer not null,
  amount_minor bigint not null check (amount_minor between 1 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Of the bank or wallet.
  reference text not null check (char_length(reference) between 1 and 120),
  paid_by integer not null,
  paid_at timestamptz not null,
  idempotency_key uuid not null,
  primary key (client_id, id),
  unique (client_id, reference),
  unique (client_id, paid_by, idempotency_key),
  foreign key (client_id, user_id) references app_user (client_id, id),
  foreign key (client_id, paid_by) references app_user (client_id, id)
);
create index referral_payout_user on referral_payout (client_id, user_id);
call protect_tenant_table('referral_payout');

revoke update, delete, truncate on referral_payout from lms_app;
create trigger referral_payout_append_only before update or delete or truncate on referral_payout
  for each statement execute function refuse_change();
