-- A decision to send money back that the provider did not carry out is open again, so that somebody decides anew. Otherwise
-- a request is decided once (rules: Learning, refund).

create or replace function keep_refund_request_forward() returns trigger
  language plpgsql as $$
begin
  if (new.order_id, new.user_id, new.reason, new.asked_at)
     is not distinct from (old.order_id, old.user_id, old.reason, old.asked_at)
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

-- Row security binds the owner, too: one tenant after the other.
do $$
declare
  tenants integer[];
  tenant integer;
begin
  set local role lms_registry;
  select coalesce(array_agg(id), '{}') into tenants from list_client_ids() id;
  set local role lms_owner;
  foreach tenant in array tenants loop
    perform set_config('app.client_id', tenant::text, true);
    update programme_refund_request q set state = 'asked', settled_at = null, settled_by = null, note = ''
    from programme_order o
    where q.client_id = tenant and o.client_id = q.client_id and o.id = q.order_id and o.state <> 'ended'
      and q.state = 'refunded' and not exists (
      select from payment_checkout c
      join payment_refund r on r.client_id = c.client_id and r.checkout_id = c.id
      where c.client_id = q.client_id and c.order_id = q.order_id and r.ends_order and r.state <> 'failed');
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
