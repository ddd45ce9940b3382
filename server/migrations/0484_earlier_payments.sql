-- What 0360, 0397, 0400 and 0421 wrote about payments from before them reached no row of an installation that had some: row
-- security binds the owner, too. It comes in here: receipts, open parts, movements, and the courses that were agreed.

create procedure add_earlier_payments(tenant integer) language plpgsql as $$
begin
  insert into ledger_movement (client_id, entry_id, transaction_id, at, kind, place, currency, amount_minor)
  select e.client_id, e.id, t.id, t.at, t.kind, ledger_place(e.account), e.currency, e.amount_minor
  from ledger_entry e join ledger_transaction t on t.client_id = e.client_id and t.id = e.transaction_id
  where e.client_id = tenant and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')
    and not exists (select from ledger_movement m where m.client_id = e.client_id and m.entry_id = e.id)
  order by e.id;

  insert into programme_order_course (client_id, order_id, course_id, position)
  select o.client_id, o.id, c.course_id, c.position
  from programme_order o join programme_course c on c.client_id = o.client_id and c.programme = o.programme
  where o.client_id = tenant and o.state <> 'open'
    and not exists (select from programme_order_course k where k.client_id = o.client_id and k.order_id = o.id);

  insert into programme_due (client_id, order_id, position, currency, due_on, open_minor)
  select client_id, order_id, position, currency, due_on, least(amount_minor, upto - paid)
  from (
    select p.client_id, p.order_id, p.position, o.currency, p.due_on, p.amount_minor,
      sum(p.amount_minor) over (partition by p.order_id order by p.position) as upto,
      coalesce((select sum(m.amount_minor) from ledger_transaction t
        join ledger_movement m on m.client_id = t.client_id and m.transaction_id = t.id
        where t.client_id = o.client_id and t.order_id = o.id), 0) as paid
    from programme_part p join programme_order o on o.client_id = p.client_id and o.id = p.order_id
    where o.client_id = tenant and o.state in ('booked', 'paid')
      and not exists (select from programme_due d where d.client_id = o.client_id and d.order_id = o.id)) parts
  where upto > paid
  order by order_id, position;
end $$;

-- Their numbers follow the last one of their year: what has been numbered since stays as it is.
create procedure add_earlier_receipts(tenant integer) language plpgsql as $$
begin
  with movement as (
    select t.client_id, t.id, t.at, e.amount_minor, e.currency, e.place, p.person_id, u.language, u.full_name,
      coalesce(q.reference, t.reference) as reference, k.name as seller, k.brand_colour,
      coalesce(c.title, g.title ->> u.language, g.title ->> 'en', '') as title,
      (t.at at time zone k.time_zone)::date as day
    from ledger_movement e
    join ledger_transaction t on t.client_id = e.client_id and t.id = e.transaction_id
    join ledger_entry p on p.client_id = e.client_id and p.id = e.entry_id
    join client k on k.client_id = t.client_id
    left join app_user u on u.client_id = p.client_id and u.id = p.person_id
    left join course c on c.client_id = p.client_id and c.id = p.course_id
    left join course_purchase q on q.client_id = t.client_id and q.id = t.purchase_id
    left join programme_order o on o.client_id = t.client_id and o.id = t.order_id
    left join programme g on g.client_id = o.client_id and g.slug = o.programme
    where e.client_id = tenant and e.kind <> 'payout' and not exists (
      select from payment_document d where d.client_id = t.client_id and d.transaction_id = t.id)
  ), numbered as (
    select m.*, y.year, coalesce(s.last, 0)
      + row_number() over (partition by y.year order by m.at, m.id)::integer as sequence
    from movement m
    cross join lateral (select extract(year from m.day - interval '3 months')::integer as year) y
    left join document_series s on s.client_id = m.client_id and s.kind = 'receipt' and s.year = y.year
  ), series as (
    insert into document_series (client_id, kind, year, last)
    select client_id, 'receipt', year, max(sequence) from numbered group by client_id, year
    on conflict (client_id, kind, year) do update set last = excluded.last
  )
  insert into payment_document (client_id, kind, year, sequence, number, transaction_id, person_id, issued_at, language,
    amount_minor, content)
  select client_id, 'receipt', year, sequence,
    'R' || lpad((year % 100)::text, 2, '0') || lpad(((year + 1) % 100)::text, 2, '0') || '/' || sequence,
    id, person_id, at, coalesce(language, 'en'), abs(amount_minor),
    jsonb_build_object(
      'kind', 'receipt', 'movement', case when amount_minor > 0 then 'in' else 'out' end, 'issued_on', day,
      'seller', jsonb_build_object('name', seller, 'address', '', 'state', null, 'gstin', null, 'sac', null),
      'buyer', jsonb_build_object('name', coalesce(full_name, ''), 'address', '', 'state', null, 'gstin', null),
      'title', title, 'currency', currency, 'amount_minor', abs(amount_minor), 'tax', null,
      'place', place, 'reference', reference, 'about', null, 'colour', brand_colour)
  from numbered;
end $$;

do $$
declare
  tenants integer[];
  tenant integer;
begin
  set local role lms_registry;
  select coalesce(array_agg(id), '{}') into tenants from list_client_ids() id;
  set local role lms_owner;
  -- At the commit no tenant would be set.
  set constraints ledger_movement_counted, programme_due_counted immediate;
  foreach tenant in array tenants loop
    perform set_config('app.client_id', tenant::text, true);
    call add_earlier_payments(tenant);
    call add_earlier_receipts(tenant);
  end loop;
  perform set_config('app.client_id', '', true);
end $$;

drop procedure add_earlier_payments;
drop procedure add_earlier_receipts;
