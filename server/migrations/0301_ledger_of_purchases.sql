-- Posts the purchases that are stored already, as features/money posts new ones: a sale, its payment, and the refund.
-- Free access is no payment.
do $$
declare
  tenants integer[];
  tenant integer;
begin
  -- Only that role's function sees all tenants.
  set local role lms_registry;
  select coalesce(array_agg(id), '{}') into tenants from list_client_ids() id;
  set local role lms_owner;
  foreach tenant in array tenants loop
    perform set_config('app.client_id', tenant::text, true);

    insert into ledger_transaction (client_id, kind, at, reference, purchase_id, made_by, entries)
    select p.client_id, step.kind, step.at, 'purchase:' || p.id || step.suffix, p.id, step.made_by, 2
    from course_purchase p
    cross join lateral (values
      (1, 'sale', ':sale', p.purchased_at, p.granted_by),
      (2, 'payment', ':payment', p.purchased_at, p.granted_by),
      (3, 'refund', ':refund:1', p.refund_settled_at, p.refund_settled_by)
    ) as step (place, kind, suffix, at, made_by)
    where p.client_id = tenant and p.amount_minor > 0 and (step.kind <> 'refund' or p.refund_state = 'refunded')
    order by step.at, p.id, step.place;

    insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency, person_id, course_id)
    select p.client_id, t.id, leg.account, leg.sign * p.amount_minor, p.currency, p.user_id, p.course_id
    from ledger_transaction t
    join course_purchase p on p.client_id = t.client_id and p.id = t.purchase_id
    join (values
      ('sale', 1, 'receivable', 1), ('sale', 2, 'revenue', -1),
      ('payment', 1, 'bank', 1), ('payment', 2, 'receivable', -1),
      ('refund', 1, 'refunds', 1), ('refund', 2, 'bank', -1)
    ) as leg (kind, place, account, sign) on leg.kind = t.kind
    where t.client_id = tenant
    order by t.id, leg.place;

    -- The checks see one tenant only, so they run before the next one.
    set constraints all immediate;
    set constraints all deferred;
  end loop;
  perform set_config('app.client_id', '', true);
end $$;
