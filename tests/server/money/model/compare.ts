/** What the database says after a history, beside the books. */
import type { LinkWorld } from '../link-world.ts'
import type { Sums } from './books.ts'
import type { History } from './start-history.ts'

const SUMS = `json_build_object(
  'money', coalesce(sum(e.amount_minor) filter (where split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')), 0),
  'receivable', coalesce(sum(e.amount_minor) filter (where e.account = 'receivable'), 0),
  'credit', coalesce(sum(e.amount_minor) filter (where e.account = 'credit'), 0),
  'revenue', coalesce(sum(e.amount_minor) filter (where e.account = 'revenue'), 0),
  'discount', coalesce(sum(e.amount_minor) filter (where e.account = 'discount'), 0),
  'refunds', coalesce(sum(e.amount_minor) filter (where e.account = 'refunds'), 0))`
const ENTRIES = `ledger_transaction t join ledger_entry e on e.client_id = t.client_id and e.transaction_id = t.id`

interface PersonRow extends Record<string, unknown> {
  sums: Sums
  courses: number
  used: number
  request: string | null
}
interface LinkRow extends Record<string, unknown> {
  sums: Sums
  state: string
}

/** The differences, as one line each. */
export const differencesOf = async (world: LinkWorld, history: History): Promise<string[]> => {
  const { seed, people, link, coupon } = history
  const found = [...history.found]
  const compare = (what: string, is: unknown, expected: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(expected))
      found.push(`${seed}: ${what} is ${JSON.stringify(is)} and not ${JSON.stringify(expected)}`)
  }
  for (const [index, { id, book, request }] of people.entries()) {
    const [row] = await world.rows<PersonRow>(
      `select (select ${SUMS} from ${ENTRIES} join programme_order o on o.client_id = t.client_id and o.id = t.order_id
           where o.user_id = $1) as sums,
         (select count(*)::integer from enrolment where user_id = $1 and left_at is null) as courses,
         (select count(*)::integer from coupon_use where user_id = $1 and state = 'used') as used,
         (select state || ' ' || jsonb_array_length(declined_before) + 1 from programme_refund_request
           where user_id = $1) as request`,
      [id],
    )
    compare(`the ledger of person ${index}`, row?.sums, book.sums())
    compare(`access of person ${index}`, row?.courses, book.hasAccess ? world.courses.length : 0)
    compare(`the request of person ${index}`, row?.request, request && `${request.state} ${request.asks}`)
    compare(`the coupon of person ${index}`, row?.used, coupon.book.users.has(id) ? 1 : 0)
  }
  const [row] = await world.rows<LinkRow>(
    `select (select ${SUMS} from ${ENTRIES} where t.link_id = $1) as sums, (select state from payment_link where id = $1) as state`,
    [link.id],
  )
  compare('the ledger of the link', row?.sums, link.book.sums())
  compare('the state of the link', row?.state, link.book.state)
  const { users, late, limit } = coupon.book
  if (users.size > limit + late) found.push(`${seed}: ${users.size} use a coupon for ${limit}`)
  return found
}

/** Of everything that has happened so far: what is not in order. */
export const disorderOf = async (world: LinkWorld): Promise<string[]> => {
  const checks: Readonly<Record<string, string>> = {
    'a currency that does not balance': `select currency from ledger_entry group by currency having sum(amount_minor) <> 0`,
    'access without payment': `select a.user_id from enrolment a where a.left_at is null and not exists (
      select from programme_order o join ${ENTRIES} on t.order_id = o.id
      where o.user_id = a.user_id and t.kind = 'payment')`,
    'a paid checkout without its payment': `select id from payment_checkout c where state = 'paid' and not exists (
      select from ledger_transaction t where t.reference = 'checkout:' || c.id)`,
    'numbers with gaps': `select kind, year from payment_document group by kind, year
      having min(sequence) <> 1 or max(sequence) <> count(*)
        or max(sequence) <> (select last from document_series s where s.kind = payment_document.kind and s.year = payment_document.year)`,
    'a movement without its receipt': `select m.transaction_id from ledger_movement m where not exists (
      select from payment_document d where d.transaction_id = m.transaction_id and d.kind = 'receipt')`,
    'a movement that is not listed': `select e.id from ledger_entry e left join ledger_movement m on m.entry_id = e.id
      where (split_part(e.account, ':', 1) in ('bank', 'cash', 'clearing')) <> (m.entry_id is not null)
        or m.amount_minor <> e.amount_minor`,
    'a kept sum that differs': `select 1 from (
        select kind, place, currency, count(*)::integer as n, sum(amount_minor) as amount from ledger_movement group by 1, 2, 3) m
      full join ledger_movement_total s on (s.kind, s.place, s.currency) = (m.kind, m.place, m.currency)
      where s.movements is distinct from m.n or s.amount_minor is distinct from m.amount`,
    'a month of revenue that differs': `select 1 from (
        select month, currency, course_id, programme, sum(sold_minor) as sold, sum(refunded_minor) as refunded
        from ledger_revenue group by 1, 2, 3, 4) r
      full join ledger_revenue_month m using (month, currency, course_id, programme)
      where m.sold_minor is distinct from r.sold or m.refunded_minor is distinct from r.refunded`,
  }
  const found: string[] = []
  for (const [what, text] of Object.entries(checks)) {
    const rows = await world.rows(text)
    if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows[0])}`)
  }
  return found
}
