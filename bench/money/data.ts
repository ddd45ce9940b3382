/** A client's money after years, written by SQL: orders with parts, payments, refunds, receipts, messages of the provider. */
import pg from 'pg'

const PROGRAMME = 'nanodegree'
const OWED = 4_500_000
const CURRENCY = 'INR'
const PROVIDER = 'stripe'

export interface MoneySize {
  readonly clientId: number
  /** People with a programme that was paid at least in part. */
  readonly orders: number
  /** Checkouts that nobody has paid yet: the first half are first payments, the others go on with an order. */
  readonly open: number
}

export interface OpenCheckout {
  readonly id: string
  readonly amountMinor: number
}

export const currency = CURRENCY

/** `due`, as parts have it: the booking amount and three instalments. */
const PARTS = `(values (0, 0, 450000), (1, 30, 1215000), (2, 60, 1417500), (3, 90, 1417500)) as part(position, days, amount)`

const peopleOf = ({ clientId, orders, open }: MoneySize) => [
  `insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone, password_hash,
     email_verified_at, terms_accepted_at, created_at)
   select ${clientId}, 'b' || i || '@example.test', 'b' || i || '@example.test', 'bench' || i, 'bench' || i,
     'Learner with a usual name ' || i, 'student', 'Asia/Kolkata', u.password_hash, now(), now(),
     now() - make_interval(days => i % 700)
   from generate_series(1, ${orders + open / 2}) i, app_user u where u.client_id = ${clientId} and u.username = 'student'`,
  `create table bench_payer as
   select id, n, now() - make_interval(days => (n % 365)::integer, secs => (n % 86400)::integer) as booked_at, n > ${orders} as is_new
   from (select id, row_number() over (order by id) as n from app_user
     where client_id = ${clientId} and email like 'b%@example.test') p`,
]

const ordersOf = ({ clientId }: MoneySize) => [
  `insert into programme_order (client_id, user_id, programme, plan, total_minor, scholarship_percent, owed_minor, currency,
     grace_days, minimum_minor, state, created_at, booked_at)
   select ${clientId}, id, '${PROGRAMME}', 'instalments', ${OWED}, 0, ${OWED}, '${CURRENCY}', 7, 1000,
     case when is_new then 'open' else 'booked' end, booked_at, case when not is_new then booked_at end
   from bench_payer order by n`,
  `create table bench_order as
   select o.id, p.id as user_id, p.n, p.booked_at, p.is_new from bench_payer p
   join programme_order o on o.client_id = ${clientId} and o.user_id = p.id`,
  `insert into programme_part (client_id, order_id, position, due_on, amount_minor)
   select ${clientId}, o.id, part.position, (o.booked_at at time zone 'Asia/Kolkata')::date + part.days, part.amount
   from bench_order o, ${PARTS} where not o.is_new`,
  `insert into programme_order_course (client_id, order_id, course_id, position)
   select ${clientId}, o.id, c.course_id, c.position from bench_order o
   join programme_course c on c.client_id = ${clientId} and c.programme = '${PROGRAMME}' where not o.is_new`,
  `insert into enrolment (client_id, user_id, course_id, enrolled_at)
   select ${clientId}, o.user_id, c.course_id, o.booked_at from bench_order o
   join programme_course c on c.client_id = ${clientId} and c.programme = '${PROGRAMME}' where not o.is_new`,
]

/** Who pays late or never: every fifth leaves the last parts out. */
const paymentsOf = ({ clientId }: MoneySize) => [
  `create table bench_payment as
   select gen_random_uuid() as id, o.id as order_id, o.user_id, o.n, part.position, part.amount,
     o.booked_at + make_interval(days => part.days) as at
   from bench_order o, ${PARTS}
   where not o.is_new and part.position <= case when o.n % 5 = 0 then o.n / 5 % 3 else 3 end
     and o.booked_at + make_interval(days => part.days) <= now()`,
  'create index bench_payment_order on bench_payment (order_id)',
  `insert into payment_checkout (client_id, id, order_id, user_id, idempotency_key, provider, provider_ref, payment_ref, url,
     amount_minor, currency, state, refunded_minor, created_at, settled_at)
   select ${clientId}, id, order_id, user_id, gen_random_uuid(), '${PROVIDER}', 'cs_' || id, 'pi_' || id,
     'https://checkout.example.test/' || id, amount, '${CURRENCY}', 'paid', case when n % 50 = 0 then 1000 else 0 end, at, at
   from bench_payment`,
  `insert into payment_message (client_id, provider, event_id, kind, about, amount_minor, currency, received_at, outcome)
   select ${clientId}, '${PROVIDER}', 'evt_' || id, 'paid', id, amount, '${CURRENCY}', at, 'applied' from bench_payment`,
]

const ledgerOf = ({ clientId }: MoneySize) => [
  `with posted as (
     insert into ledger_transaction (client_id, kind, at, reference, order_id, entries)
     select * from (
       select ${clientId} as client_id, 'sale' as kind, booked_at as at, 'order:' || id || ':sale' as reference, id as order_id, 2
       from bench_order where not is_new
       union all select ${clientId}, 'payment', at, 'checkout:' || id, order_id, 2 from bench_payment
       union all select ${clientId}, 'refund', at + interval '1 hour', 'refund:${PROVIDER}:' || id, order_id, 2
         from bench_payment where n % 50 = 0
     ) t order by t.at returning id, kind, reference, order_id)
   insert into ledger_entry (client_id, transaction_id, account, amount_minor, currency, person_id)
   select ${clientId}, t.id, leg.account, leg.amount, '${CURRENCY}', o.user_id
   from posted t join bench_order o on o.id = t.order_id
   left join bench_payment p on p.order_id = t.order_id and t.reference = 'checkout:' || p.id
   cross join lateral (
     select 'receivable' as account, ${OWED}::bigint as amount where t.kind = 'sale'
     union all select 'revenue', -${OWED} where t.kind = 'sale'
     union all select 'clearing:${PROVIDER}', p.amount where t.kind = 'payment'
     union all select 'receivable', -p.amount where t.kind = 'payment'
     union all select 'receivable', 1000 where t.kind = 'refund'
     union all select 'clearing:${PROVIDER}', -1000 where t.kind = 'refund') leg
   order by t.id`,
  `insert into document_series (client_id, kind, year, last)
   select ${clientId}, 'receipt', 2000, count(*) from ledger_transaction where client_id = ${clientId}`,
  `insert into payment_document (client_id, kind, year, sequence, number, transaction_id, person_id, issued_at, language,
     amount_minor, content)
   select ${clientId}, 'receipt', 2000, row_number() over (order by t.id), 'B/' || t.id, t.id, e.person_id, t.at, 'en',
     abs(e.amount_minor), jsonb_build_object('kind', 'receipt', 'title', 'Analytics Nanodegree',
       'seller', jsonb_build_object('name', 'Acme', 'address', '', 'state', null, 'gstin', null, 'sac', null),
       'buyer', jsonb_build_object('name', 'Learner', 'address', '', 'state', null, 'gstin', null),
       'currency', e.currency, 'amount_minor', abs(e.amount_minor), 'tax', null, 'reference', t.reference)
   from ledger_transaction t join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
     and e.account like 'clearing:%'
   where t.client_id = ${clientId} and t.order_id in (select id from bench_order)`,
]

const movementsOf = ({ clientId }: MoneySize) => [
  `insert into ledger_movement (client_id, entry_id, transaction_id, at, kind, place, currency, amount_minor)
   select ${clientId}, e.id, t.id, t.at, t.kind, 'online', e.currency, e.amount_minor
   from ledger_transaction t join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
     and e.account like 'clearing:%'
   where t.client_id = ${clientId} and t.order_id in (select id from bench_order)`,
  `delete from ledger_movement_total where client_id = ${clientId}`,
  `insert into ledger_movement_total (client_id, kind, place, currency, movements, amount_minor)
   select client_id, kind, place, currency, count(*), sum(amount_minor) from ledger_movement
   where client_id = ${clientId} group by client_id, kind, place, currency`,
  `delete from ledger_revenue_month where client_id = ${clientId}`,
  `insert into ledger_revenue_month (client_id, month, currency, course_id, programme, sold_minor, refunded_minor)
   select client_id, month, currency, course_id, programme, sum(sold_minor), sum(refunded_minor) from ledger_revenue
   where client_id = ${clientId} group by client_id, month, currency, course_id, programme`,
]

/** What is open of each part, and its sums by due day, as payments keep them. */
const duesOf = ({ clientId }: MoneySize) => [
  `insert into programme_due (client_id, order_id, position, currency, due_on, open_minor)
   select client_id, order_id, position, '${CURRENCY}', due_on, least(amount_minor, upto - paid)
   from (
     select p.*, sum(p.amount_minor) over (partition by p.order_id order by p.position) as upto,
       (select coalesce(sum(amount - case when b.n % 50 = 0 then 1000 else 0 end), 0) from bench_payment b
         where b.order_id = p.order_id) as paid
     from programme_part p where p.client_id = ${clientId} and p.order_id in (select id from bench_order)) parts
   where upto > paid`,
  `delete from programme_due_day where client_id = ${clientId}`,
  `insert into programme_due_day (client_id, currency, due_on, open_minor, parts)
   select client_id, currency, due_on, sum(open_minor), count(*) from programme_due
   where client_id = ${clientId} group by client_id, currency, due_on`,
]

/** The provider has answered for them, so the messages about them may come. */
const openCheckoutsOf = ({ clientId, open }: MoneySize) => [
  `insert into payment_checkout (client_id, id, order_id, user_id, idempotency_key, provider, provider_ref, url, amount_minor,
     currency, created_at)
   select ${clientId}, c.id, c.order_id, c.user_id, gen_random_uuid(), '${PROVIDER}', 'cs_' || c.id,
     'https://checkout.example.test/' || c.id, c.amount, '${CURRENCY}', now()
   from (
     (select gen_random_uuid() as id, id as order_id, user_id, 450000 as amount from bench_order where is_new)
     union all
     (select gen_random_uuid(), id, user_id, 100000 from bench_order where not is_new and n % 5 = 0 order by n limit ${open / 2})
   ) c`,
]

export const fillMoney = async (client: pg.Client, size: MoneySize): Promise<OpenCheckout[]> => {
  // Without triggers: every entry would be checked and chained on its own.
  await client.query('set session_replication_role = replica')
  const { rows: tables } = await client.query<{ dues: string | null }>(
    `select to_regclass('programme_due') as dues`,
  )
  const dues = tables[0]?.dues ? [duesOf] : []
  const statements = [
    peopleOf,
    ordersOf,
    paymentsOf,
    ledgerOf,
    movementsOf,
    ...dues,
    openCheckoutsOf,
  ].flatMap((of) => of(size))
  for (const statement of statements) await client.query(statement)
  await client.query('drop table bench_payer, bench_order, bench_payment')
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ id: string; amount_minor: string }>(
    `select id, amount_minor from payment_checkout where client_id = $1 and provider = $2 and state = 'created'
     order by md5(id::text)`,
    [size.clientId, PROVIDER],
  )
  return rows.map(({ id, amount_minor }) => ({ id, amountMinor: Number(amount_minor) }))
}
