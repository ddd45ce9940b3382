/**
 * Kills server and database of the running product while a provider reports payments, and repeats until each report is
 * acknowledged (trust 8.9). In the end every order is paid once.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import { findPostmaster } from '#server/core/db/engine/postmaster.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { KillableProduct, type Victim } from '#tests/support/server/chaos.ts'
import { randomOf, shuffled } from '#tests/support/random.ts'
import { stripeMessage } from './stripe-server.ts'

const CLIENT = 7
const SECRET = 'whsec_killskillskills'
const FIRST = 450_000
const SECOND = 1_000_000
const BACK = 1_000
const REPEAT_AFTER_MS = 50

/** Sends all, several at a time, each until it is acknowledged; returns how many tries failed. */
export const sendUntilAcknowledged = async (
  sends: readonly (() => Promise<boolean>)[],
  { parallel, onAcknowledged }: { parallel: number; onAcknowledged: () => void },
): Promise<number> => {
  const queue = [...sends]
  let failures = 0
  const work = async () => {
    for (let send = queue.shift(); send; send = queue.shift()) {
      while (!(await send())) {
        failures += 1
        await sleep(REPEAT_AFTER_MS)
      }
      onAcknowledged()
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return failures
}

const connect = async (dataDir: string): Promise<pg.Client> => {
  const server = await findPostmaster(join(dataDir, 'postgres', 'data'))
  if (!server) throw new Error('the database is not running')
  const client = new pg.Client({
    host: server.socketDir,
    port: server.port,
    user: 'postgres',
    database: PRIVATE_DATABASE,
  })
  await client.connect()
  await client.query(`select set_config('app.client_id', '${CLIENT}', false)`)
  return client
}

const storeKeys = async (address: string): Promise<void> => {
  const call = (method: string, path: string, body: object, token = '') =>
    fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const signedIn = await call('POST', `/accounts/clients/${CLIENT}/user/login/`, {
    email: 'admin@demo.test',
    password: DEMO_PASSWORD,
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const keys = { key_id: null, secret: 'sk_test_killskills', webhook_secret: SECRET }
  const path = `/api/clients/${CLIENT}/admin/payment-providers/stripe/`
  const { status } = await call('PUT', path, keys, token)
  if (status !== 200) throw new Error(`the keys were not stored: ${status}`)
}

interface Order {
  id: number
  first: string
  second: string
}

/** People who have started two payments each. */
const addOrders = async (client: pg.Client, count: number): Promise<Order[]> =>
  (
    await client.query<Order>(
      `with person as (
         insert into app_user (client_id, email, email_key, username, username_key, full_name, role, time_zone)
         select ${CLIENT}, 'kill' || n || '@example.test', 'kill' || n || '@example.test', 'kill' || n, 'kill' || n, 'Payer ' || n,
           'student', 'UTC' from generate_series(1, $1::integer) n returning id),
       placed as (
         insert into programme_order (client_id, user_id, programme, plan, total_minor, scholarship_percent, owed_minor, currency,
           grace_days, created_at)
         select ${CLIENT}, person.id, p.slug, 'instalments', p.total_minor, 0, p.total_minor, p.currency, p.grace_days, now()
         from person, programme p where p.client_id = ${CLIENT} and p.slug = 'nanodegree' returning id, user_id, currency),
       started as (
         insert into payment_checkout (client_id, id, order_id, user_id, idempotency_key, provider, provider_ref, url,
           amount_minor, currency, created_at)
         select ${CLIENT}, c.id, o.id, o.user_id, gen_random_uuid(), 'stripe', 'cs_' || c.id, 'https://stripe.test/', amount,
           o.currency, now()
         from placed o, lateral (values (gen_random_uuid(), o.id, ${FIRST}), (gen_random_uuid(), o.id, ${SECOND}))
           as c(id, of_order, amount)
         returning id, order_id, amount_minor)
       select f.order_id as id, f.id as first, s.id as second from started f
       join started s on s.order_id = f.order_id and s.amount_minor = ${SECOND} where f.amount_minor = ${FIRST}`,
      [count],
    )
  ).rows

interface Event {
  id: string
  type: string
  object: object
}

const eventsOf = ({ first, second }: Order): Event[] => {
  const tags = (id: string) => ({ client_id: String(CLIENT), checkout_id: id })
  const session = (id: string, amount: number, status: string) => ({
    id: `cs_${id}`,
    object: 'checkout.session',
    status: 'complete',
    payment_status: status,
    amount_total: amount,
    currency: 'inr',
    metadata: tags(id),
    payment_intent: `pi_${id}`,
  })
  const event = (type: string, object: object): Event => ({ id: `evt_${randomUUID()}`, type, object })
  return [
    event('checkout.session.completed', session(first, FIRST, 'unpaid')),
    event('checkout.session.async_payment_succeeded', session(first, FIRST, 'paid')),
    event('checkout.session.async_payment_failed', session(second, SECOND, 'unpaid')),
    event('checkout.session.completed', session(second, SECOND, 'paid')),
    event('refund.updated', {
      id: `re_${first}`,
      object: 'refund',
      status: 'succeeded',
      amount: BACK,
      currency: 'inr',
      payment_intent: `pi_${first}`,
      metadata: tags(first),
    }),
  ]
}

const sendTo = async (product: KillableProduct, event: Event): Promise<boolean> => {
  try {
    const { body, headers } = stripeMessage(SECRET, event, new Date())
    const answer = await fetch(`${product.address}/payment-messages/stripe/${CLIENT}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    await answer.arrayBuffer()
    return answer.status === 204
  } catch {
    return false
  }
}

/** Orders whose books are not what was reported, as one line each. */
const wrongOrders = async (client: pg.Client, orders: readonly Order[]): Promise<string[]> => {
  const { rows } = await client.query<{ id: number; books: object }>(
    `select o.id, jsonb_build_array(o.state,
       (select array_agg(c.state || c.refunded_minor order by c.amount_minor) from payment_checkout c where c.order_id = o.id),
       (select array_agg(t.kind order by t.kind) from ledger_transaction t where t.order_id = o.id),
       (select sum(e.amount_minor) from ledger_transaction t join ledger_entry e on e.client_id = t.client_id
         and e.transaction_id = t.id where t.order_id = o.id and e.account = 'clearing:stripe'),
       (select count(*) from ledger_transaction t join payment_document d on d.client_id = t.client_id
         and d.transaction_id = t.id and d.kind = 'receipt' where t.order_id = o.id),
       (select count(*) > 0 from enrolment e where e.user_id = o.user_id and e.left_at is null)) as books
     from programme_order o where o.id = any($1)`,
    [orders.map(({ id }) => id)],
  )
  const right = JSON.stringify([
    'booked',
    [`paid${BACK}`, 'paid0'],
    ['payment', 'payment', 'refund', 'sale'],
    FIRST + SECOND - BACK,
    3,
    true,
  ])
  return rows
    .filter(({ books }) => JSON.stringify(books) !== right)
    .map(({ id, books }) => `${id}: ${JSON.stringify(books)}`)
}

export const runPaymentKills = async ({
  dataDir,
  orders: count,
  victims,
}: {
  dataDir: string
  orders: number
  victims: readonly Victim[]
}) => {
  const product = new KillableProduct(dataDir)
  await product.start()
  try {
    await product.waitUntilReady()
    await storeKeys(product.address)
    const client = await connect(dataDir)
    const orders = await addOrders(client, count)
    await client.end()
    const random = randomOf(count)
    const sends = shuffled(
      orders
        .flatMap(eventsOf)
        .flatMap((event) => Array.from({ length: 1 + random(4) }, () => () => sendTo(product, event))),
      random,
    )
    let acknowledged = 0
    const sending = sendUntilAcknowledged(sends, { parallel: 6, onAcknowledged: () => (acknowledged += 1) })
    for (const [index, victim] of victims.entries()) {
      const goal = ((index + 1) * sends.length) / (victims.length + 1)
      while (acknowledged < goal) await sleep(2)
      await product.kill(victim)
      await product.waitUntilReady()
    }
    const failures = await sending
    const after = await connect(dataDir)
    try {
      const wrong = await wrongOrders(after, orders)
      return {
        orders: orders.length,
        sent: sends.length,
        failures,
        wrong,
        unexpectedExits: product.unexpectedExits,
      }
    } finally {
      await after.end()
    }
  } finally {
    await product.stop()
  }
}
