/** What a programme's page and a payment for it read: prepared statements that a page reads in one round trip. */
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import type { PaymentDocument } from '#contract/money/documents.ts'
import type { Part } from '#contract/money/schedule.ts'
import type { Query } from '#server/core/db/query.ts'
import type { PublicScope } from '#server/core/http/scope.ts'
import type { CheckoutRow } from '../checkout/checkouts.repository.ts'
import type { ClientProvider } from '../checkout/providers.ts'
import type { CouponRow } from '../coupons/coupons.repository.ts'
import type { RequestRow } from '../refunds/requests.repository.ts'
import type { OrderRow, ProgrammeRow } from './programmes.repository.ts'

/** A person and the programme that they look at. */
interface Look {
  readonly clientId: number
  readonly userId: number
  readonly slug: ProgrammeSlug
}

const PROGRAMME = `select client_id, slug, title, summary, total_minor, currency, assessment_id, booking_percent, once_days,
    instalment_days, instalment_percents, grace_days, minimum_minor, is_published, revision
  from programme where client_id = $1 and slug = $2`

const ORDERS = `select client_id, id, user_id, programme, plan, total_minor, scholarship_percent, owed_minor, currency,
    grace_days, minimum_minor, coupon_id, coupon_minor, state, created_at, booked_at, paid_at, ended_at
  from programme_order where client_id = $1 and user_id = $2 and programme = $3 order by id desc`

const CLIENT = `select c.time_zone, p.is_test as provider_is_test,
    c.demo_seeded_at is not null and c.set_up_at is null as is_demo_client
  from client c left join payment_provider p on p.client_id = c.client_id and p.is_chosen
  where c.client_id = $1`

/** The following are of the person's orders $2 for the programme $3. */
const OF_ORDERS = 'o.client_id = $1 and o.user_id = $2 and o.programme = $3'

const REQUESTS = `select r.client_id, r.order_id, r.user_id, r.reason, r.asked_at, r.state, r.note, r.settled_at, r.settled_by,
    r.declined_before
  from programme_order o
  join programme_refund_request r on r.client_id = o.client_id and r.order_id = o.id
  where ${OF_ORDERS}`

const COUPONS = `select k.client_id, k.id, k.code, k.title, k.percent, k.amount_minor, k.currency, k.uses_max, k.person_max,
    k.starts_on, k.ends_on, k.programmes, k.courses, k.first_purchase_only, k.is_active, k.batch, k.created_by, k.created_at
  from programme_order o
  join coupon k on k.client_id = o.client_id and k.id = o.coupon_id
  where ${OF_ORDERS}`

const COURSES = `select c.id, c.title, null::integer as order_id, p.position
  from programme_course p
  join course c on c.client_id = p.client_id and c.id = p.course_id
  where p.client_id = $1 and p.programme = $3 and c.status = 'published'
  union all
  select c.id, c.title, o.id, p.position
  from programme_order o
  join programme_order_course p on p.client_id = o.client_id and p.order_id = o.id
  join course c on c.client_id = p.client_id and c.id = p.course_id
  where ${OF_ORDERS} and c.status = 'published'
  order by position, id`

const PARTS = `select p.order_id, p.due_on as "dueOn", p.amount_minor as "amountMinor"
  from programme_order o
  join programme_part p on p.client_id = o.client_id and p.order_id = o.id
  where ${OF_ORDERS} order by p.order_id, p.position`

const MOVEMENTS = `select t.order_id, t.id, t.at, sum(e.amount_minor)::bigint as amount_minor,
    (select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'number', d.number) order by d.id), '[]')
      from payment_document d where d.client_id = t.client_id and d.transaction_id = t.id) as documents
  from programme_order o
  join ledger_transaction t on t.client_id = o.client_id and t.order_id = o.id
  join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id
  where ${OF_ORDERS} and split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')
  group by t.client_id, t.id order by t.at desc, t.id desc`

const CHECKOUTS = `select x.order_id, x.id, x.state, x.amount_minor, x.created_at
  from programme_order o
  cross join lateral (
    select c.* from payment_checkout c where c.client_id = o.client_id and c.order_id = o.id
    order by c.created_at desc, c.id limit 1) x
  where ${OF_ORDERS}`

export interface PlaceRows {
  readonly programme: ProgrammeRow | undefined
  /** The newest first. */
  readonly orders: readonly OrderRow[]
  readonly client: ClientProvider & { readonly time_zone: string }
  readonly requests: readonly RequestRow[]
  readonly coupons: readonly CouponRow[]
}

type OfOrder<T> = T & { readonly order_id: number }

export interface PageRows {
  /** Of the programme now: those without an order. */
  readonly courses: { id: number; title: string; order_id: number | null }[]
  readonly parts: OfOrder<Part>[]
  /** Payments and what went back, the newest first. */
  readonly movements: OfOrder<{
    id: number
    at: Date
    amount_minor: number
    documents: PaymentDocument[]
  }>[]
  /** The latest of each order. */
  readonly checkouts: OfOrder<Pick<CheckoutRow, 'id' | 'state' | 'amount_minor' | 'created_at'>>[]
}

type Reader = Pick<PublicScope, 'read'>

const ofOrders = (name: string, text: string, { clientId, userId, slug }: Look): Query => ({
  name: `programme-${name}`,
  text,
  values: [clientId, userId, slug],
})

export const readPlace = async (scope: Reader, look: Look): Promise<PlaceRows> => {
  const { clientId, slug } = look
  const [programmes, orders, clients, requests, coupons] = (await scope.read(
    { name: 'programme', text: PROGRAMME, values: [clientId, slug] },
    ofOrders('orders', ORDERS, look),
    { name: 'programme-client', text: CLIENT, values: [clientId] },
    ofOrders('requests', REQUESTS, look),
    ofOrders('coupons', COUPONS, look),
  )) as [ProgrammeRow[], OrderRow[], PlaceRows['client'][], RequestRow[], CouponRow[]]
  const [client] = clients
  if (!client) throw new Error(`there is no client ${clientId}`)
  return { programme: programmes[0], orders, client, requests, coupons }
}

export const readPage = async (scope: Reader, look: Look): Promise<PageRows> => {
  const [courses, parts, movements, checkouts] = (await scope.read(
    ofOrders('courses', COURSES, look),
    ofOrders('parts', PARTS, look),
    ofOrders('movements', MOVEMENTS, look),
    ofOrders('checkouts', CHECKOUTS, look),
  )) as [PageRows['courses'], PageRows['parts'], PageRows['movements'], PageRows['checkouts']]
  return { courses, parts, movements, checkouts }
}
