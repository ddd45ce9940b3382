-- Referrals: who invited whom, and the reward for it (rules: Money, Referrals; RF1, RF2). Writer: features/money.

create table referral_code (
  client_id integer not null references client (client_id),
  user_id integer not null,
  code text not null check (code ~ '^[A-Z0-9]{8}$'),
  created_at timestamptz not null,
  primary key (client_id, user_id),
  unique (client_id, code),
  foreign key (client_id, user_id) references app_user (client_id, id)
);
call protect_tenant_table('referral_code');
-- Once it is in a link that people have, it stays.
revoke update, truncate on referral_code from lms_app;

-- What one referral brings. No row: nothing.
create table referral_reward (
  client_id integer not null references client (client_id),
  amount_minor bigint not null check (amount_minor between 1 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  primary key (client_id)
);
call protect_tenant_table('referral_reward');

create table referral (
  client_id integer not null references client (client_id),
  id integer generated always as identity,
  referrer_id integer not null,
  invited_id integer not null,
  -- Of the sign-up form that named the code: somebody else's form with the same address takes nothing from it.
  browser_hash bytea,
  state text not null check (state in
    ('invited', 'joined', 'qualified', 'held', 'rewarded', 'reversed', 'rejected')),
  reject_reason text check (reject_reason in
    ('self', 'same_phone', 'same_device', 'loop', 'expired', 'other_code', 'review')),
  invited_at timestamptz not null,
  joined_at timestamptz,
  qualified_at timestamptz,
  -- The payment that qualified it.
  payment_id integer,
  -- As the client had set them on that day; null: there was no reward.
  reward_minor bigint check (reward_minor > 0),
  currency text,
  -- The last day of the money-back window, in the client's time zone.
  hold_until date,
  -- Above a limit a person decides first.
  review_reason text check (review_reason in ('month_limit', 'total_limit')),
  reviewed_by integer,
  reviewed_at timestamptz,
  review_note text check (char_length(review_note) between 1 and 500),
  held_at timestamptz,
  -- When it became rewarded.
  rewarded_at timestamptz,
  -- When it was reversed or rejected.
  ended_at timestamptz,
  primary key (client_id, id),
  check ((state in ('reversed', 'rejected')) = (ended_at is not null)),
  check ((state = 'rejected') = (reject_reason is not null)),
  check (state not in ('joined', 'qualified', 'held', 'rewarded', 'reversed') or joined_at is not null),
  check (state not in ('qualified', 'held', 'rewarded', 'reversed') or (qualified_at is not null and payment_id is not null)),
  check (state not in ('held', 'rewarded') or (held_at is not null and reward_minor is not null)),
  check (state <> 'rewarded' or rewarded_at is not null),
  check ((reward_minor is null) = (currency is null) and (reward_minor is null) = (hold_until is null)),
  check ((reviewed_by is null) = (reviewed_at is null)),
  check (reject_reason = 'self' or referrer_id <> invited_id),
  foreign key (client_id, referrer_id) references app_user (client_id, id),
  foreign key (client_id, invited_id) references app_user (client_id, id),
  foreign key (client_id, payment_id) references ledger_transaction (client_id, id),
  foreign key (client_id, reviewed_by) references app_user (client_id, id)
);
-- Whoever has joined was brought by one person.
create unique index referral_joined on referral (client_id, invited_id)
  where state in ('joined', 'qualified', 'held', 'rewarded', 'reversed');
-- The first code of a form counts.
create unique index referral_invited on referral (client_id, invited_id, browser_hash) where state = 'invited';
create index referral_of_invited on referral (client_id, invited_id);
create index referral_of_referrer on referral (client_id, referrer_id, invited_at desc);
create index referral_held on referral (client_id, hold_until) where state = 'held';
create index referral_waiting on referral (client_id, qualified_at)
  where state = 'qualified' and review_reason is not null;
create index referral_payment on referral (client_id, payment_id) where payment_id is not null;
create index referral_reviewed_by on referral (client_id, reviewed_by) where reviewed_by is not null;
call protect_tenant_table('referral');
revoke delete, truncate on referral from lms_app;

-- States move forward only, and what a state was given for does not change.
create function keep_referral_forward() returns trigger
  language plpgsql as $$
begin
  if (new.referrer_id, new.invited_id, new.invited_at) is distinct from (old.referrer_id, old.invited_id, old.invited_at)
     or (new.state <> old.state and (old.state, new.state) not in (
       ('invited', 'joined'), ('invited', 'rejected'),
       ('joined', 'qualified'), ('joined', 'rejected'),
       ('qualified', 'held'), ('qualified', 'rejected'), ('qualified', 'reversed'),
       ('held', 'rewarded'), ('held', 'rejected'), ('held', 'reversed'),
       ('rewarded', 'reversed')))
     or (old.state in ('reversed', 'rejected') and new is distinct from old)
     or (old.joined_at is not null and new.joined_at is distinct from old.joined_at)
     or (old.qualified_at is not null
         and (new.qualified_at, new.payment_id, new.reward_minor, new.currency, new.hold_until, new.review_reason)
           is distinct from
           (old.qualified_at, old.payment_id, old.reward_minor, old.currency, old.hold_until, old.review_reason))
     or (old.held_at is not null and new.held_at is distinct from old.held_at)
     or (old.rewarded_at is not null and new.rewarded_at is distinct from old.rewarded_at)
  then
    raise exception 'referral % goes forward only', old.id
      using errcode = 'check_violation', constraint = 'referral_forward';
  end if;
  return new;
end $$;
create trigger referral_forward before update on referral
  for each row execute function keep_referral_forward();

alter table ledger_transaction
  add column referral_id integer,
  add foreign key (client_id, referral_id) references referral (client_id, id),
  drop constraint ledger_transaction_kind_check,
  add constraint ledger_transaction_kind_check
    check (kind in ('sale', 'payment', 'refund', 'reversal', 'reward', 'payout')),
  drop constraint ledger_transaction_one_subject,
  add constraint ledger_transaction_one_subject
    check (num_nonnulls(purchase_id, order_id, link_id, referral_id) <= 1),
  add constraint ledger_transaction_reward check (kind <> 'reward' or referral_id is not null);
create index ledger_transaction_referral on ledger_transaction (client_id, referral_id) where referral_id is not null;

-- At the commit: the ledger holds the reward of a referral exactly while it is rewarded.
create function verify_referral_ledger(client integer, checked integer) returns void
  language plpgsql as $$
declare
  found referral;
  expected bigint;
  given bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger-referral:' || client || ':' || checked, 0));
  select * into found from referral where client_id = client and id = checked;
  expected := case when found.state = 'rewarded' then found.reward_minor else 0 end;
  select coalesce(sum(e.amount_minor), 0) into given
    from ledger_transaction t join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
    where t.client_id = client and t.referral_id = checked and e.account = 'rewards';
  if exists (
       select from ledger_transaction t join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
       where t.client_id = client and t.referral_id = checked and e.currency is distinct from found.currency)
     or given is distinct from expected
  then
    raise exception 'referral %: its ledger does not fit it', checked
      using errcode = 'check_violation', constraint = 'ledger_referral';
  end if;
end $$;
create function verify_referral_posting() returns trigger
  language plpgsql as $$
begin
  perform verify_referral_ledger(new.client_id, new.referral_id);
  return null;
end $$;
create function verify_referral_state() returns trigger
  language plpgsql as $$
begin
  perform verify_referral_ledger(new.client_id, new.id);
  return null;
end $$;
create constraint trigger ledger_transaction_referral_fits after insert on ledger_transaction
  deferrable initially deferred for each row when (new.referral_id is not null)
  execute function verify_referral_posting();
create constraint trigger referral_ledger_fits after insert or update of state on referral
  deferrable initially deferred for each row when (new.state in ('rewarded', 'reversed'))
  execute function verify_referral_state();
