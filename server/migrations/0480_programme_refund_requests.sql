-- Learners ask for the money of a programme back within the guarantee (rules: Learning, refund). Writer: features/money.

create table programme_refund_request (
  client_id integer not null,
  order_id integer not null,
  user_id integer not null,
  reason text not null check (char_length(reason) <= 1000),
  asked_at timestamptz not null,
  state text not null default 'asked' check (state in ('asked', 'refunded', 'declined')),
  -- What the admin tells the learner.
  note text not null default '' check (char_length(note) <= 1000),
  settled_at timestamptz,
  -- Null while it is open, and for money that went back without a decision about the request.
  settled_by integer,
  primary key (client_id, order_id),
  check ((state = 'asked') = (settled_at is null)),
  foreign key (client_id, order_id) references programme_order (client_id, id),
  foreign key (client_id, user_id) references app_user (client_id, id),
  foreign key (client_id, settled_by) references app_user (client_id, id)
);
create index programme_refund_request_open on programme_refund_request (client_id, asked_at) where state = 'asked';
create index programme_refund_request_user on programme_refund_request (client_id, user_id);
create index programme_refund_request_settled_by on programme_refund_request (client_id, settled_by);
call protect_tenant_table('programme_refund_request');
revoke delete, truncate on programme_refund_request from lms_app;

create function keep_refund_request_forward() returns trigger
  language plpgsql as $$
begin
  if old.state <> 'asked'
     or (new.order_id, new.user_id, new.reason, new.asked_at)
        is distinct from (old.order_id, old.user_id, old.reason, old.asked_at)
  then
    raise exception 'the refund request of order % is decided once', old.order_id
      using errcode = 'check_violation', constraint = 'refund_request_forward';
  end if;
  return new;
end $$;
create trigger programme_refund_request_forward before update on programme_refund_request
  for each row execute function keep_refund_request_forward();
