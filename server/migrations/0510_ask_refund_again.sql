-- A learner whose request for a refund was declined asks again with a new reason, three times in all (rules: Learning,
-- refund). The declined request moves into a list that only grows. Writers: features/money, features/courses.

create function declined_refund(asked_at timestamptz, reason text, settled_at timestamptz, settled_by integer, note text)
  returns jsonb language sql stable as $$
  select jsonb_build_array(jsonb_build_object(
    'asked_at', to_char(asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', reason,
    'settled_at', to_char(settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'settled_by', settled_by,
    'note', note))
$$;

alter table programme_refund_request add column declined_before jsonb not null default '[]'
  constraint programme_refund_request_asks check (jsonb_array_length(declined_before) <= 2);

create or replace function keep_refund_request_forward() returns trigger
  language plpgsql as $$
begin
  if old.state = 'declined' and new.state = 'asked' and (new.order_id, new.user_id) = (old.order_id, old.user_id) then
    new.declined_before = old.declined_before
      || declined_refund(old.asked_at, old.reason, old.settled_at, old.settled_by, old.note);
    return new;
  end if;
  if (new.order_id, new.user_id, new.reason, new.asked_at, new.declined_before)
     is not distinct from (old.order_id, old.user_id, old.reason, old.asked_at, old.declined_before)
  then
    if old.state = 'asked' then return new; end if;
    if old.state = 'refunded' and new.state = 'asked' and not exists (
      select from payment_checkout c
      join payment_refund r on r.client_id = c.client_id and r.checkout_id = c.id
      where c.client_id = old.client_id and c.order_id = old.order_id and r.ends_order and r.state <> 'failed')
    then return new; end if;
  end if;
  raise exception 'the refund request of order % is decided once', old.order_id
    using errcode = 'check_violation', constraint = 'refund_request_forward';
end $$;

alter table course_purchase add column refund_declined_before jsonb not null default '[]'
  constraint course_purchase_asks check (jsonb_array_length(refund_declined_before) <= 2);

create function keep_declined_refunds() returns trigger
  language plpgsql as $$
begin
  new.refund_declined_before = old.refund_declined_before;
  if old.refund_state = 'declined' and new.refund_state = 'asked' then
    new.refund_declined_before = old.refund_declined_before || declined_refund(old.refund_asked_at, old.refund_reason,
      old.refund_settled_at, old.refund_settled_by, old.refund_note);
  end if;
  return new;
end $$;
create trigger course_purchase_declined before update on course_purchase
  for each row execute function keep_declined_refunds();
