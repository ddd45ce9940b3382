/**
 * `npm run bench -- money`: the pages of a client with 100,000 orders, then 200 signed messages of a payment provider a
 * second, beside a bare route of the same run, and the memory of an export. BENCH_PORT sets another port; ORDERS, RATE,
 * SECONDS and WARM_UP_SECONDS another size. Fewer than 7,000 orders have fewer open checkouts than messages.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { memoryOf, startFloor, startProduct, temporaryData, withProductDatabase } from '../product.ts'
import { rate } from '../rates.ts'
import { currency, fillMoney, type OpenCheckout } from './data.ts'
import { openLoop, percentile, type OpenLoop } from './open-loop.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4272)
const CLIENT = 7
const ORDERS = Number(process.env['ORDERS'] ?? 100_000)
const PER_SECOND = Number(process.env['RATE'] ?? 200)
const SECONDS = Number(process.env['SECONDS'] ?? 20)
/** Every fifth message comes a second time. */
const REPEAT_EVERY = 5
/** In the first seconds connections plan their statements and Node compiles; printed beside the target's line. */
const WARM_UP = PER_SECOND * Number(process.env['WARM_UP_SECONDS'] ?? 10)
const MESSAGE_P99_MS = 100
const PAGE_P99_MS = 50
const EXPORT_MIB = 128
const CONNECTIONS = [1, 4] as const
const WEBHOOK_SECRET = 'whsec_benchbenchbench'

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const print = (name: string, text: string) => console.log(name.padEnd(44) + text)

const signIn = async (url: string, email: string): Promise<Record<string, string>> => {
  const response = await fetch(`${url}/accounts/clients/${CLIENT}/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return { authorization: `Bearer ${token}` }
}

const storeKeys = async (url: string): Promise<void> => {
  const answer = await fetch(`${url}/api/clients/${CLIENT}/admin/payment-providers/stripe/`, {
    method: 'PUT',
    headers: { ...(await signIn(url, demo.admin)), 'content-type': 'application/json' },
    body: JSON.stringify({ key_id: null, secret: 'sk_test_benchbenchbench', webhook_secret: WEBHOOK_SECRET }),
  })
  if (!answer.ok) throw new Error(`the keys were not stored: ${answer.status}`)
}

const bodyOf = ({ id, amountMinor }: OpenCheckout): string =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'checkout.session.completed',
    data: {
      object: {
        id: `cs_${id}`,
        object: 'checkout.session',
        status: 'complete',
        payment_status: 'paid',
        amount_total: amountMinor,
        currency: currency.toLowerCase(),
        metadata: { client_id: String(CLIENT), checkout_id: id },
        payment_intent: `pi_${id}`,
      },
    },
  })

const send = (address: string, body: string) => async (): Promise<boolean> => {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex')
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
    body,
  })
  await answer.arrayBuffer()
  return answer.ok
}

const printLoop = (name: string, { sorted, errors, seconds }: OpenLoop, target: number | null) => {
  const p99 = percentile(sorted, 0.99)
  const rateSeen = sorted.length / seconds
  print(
    name,
    `${rateSeen.toFixed(0)} /s   p50 ${percentile(sorted, 0.5).toFixed(1)} ms   p99 ${p99.toFixed(1)} ms` +
      (target === null ? '' : ` (< ${target}: ${verdict(p99 < target && errors === 0)})`) +
      `   longest ${percentile(sorted, 1).toFixed(0)} ms` +
      (errors > 0 ? `   ${errors} ERRORS` : ''),
  )
}

/** How long one small committed row takes on this disk, one after another. */
const measureCommit = async (client: pg.Client): Promise<void> => {
  await client.query('create table bench_commit (n integer)')
  const durations: number[] = []
  for (let row = 0; row < PER_SECOND * 2; row += 1) {
    const startedAt = performance.now()
    await client.query('insert into bench_commit values (1)')
    durations.push(performance.now() - startedAt)
  }
  await client.query('drop table bench_commit')
  const sorted = durations.toSorted((a, b) => a - b)
  const seconds = durations.reduce((sum, ms) => sum + ms, 0) / 1000
  printLoop('floor: one committed row', { sorted, errors: 0, seconds }, null)
}

const measureMessages = async (url: string, client: pg.Client, open: readonly OpenCheckout[]) => {
  const bodies = open.map(bodyOf)
  const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
  writeFileSync(join(work, 'bodies.json'), JSON.stringify({ message: {} }))
  const floor = await startFloor(join(work, 'bodies.json'), PORT + 1)
  try {
    const bare = bodies.slice(0, PER_SECOND * 5).map((body) => send(`${floor.url}/message`, body))
    printLoop('floor: bare route, the same bodies', await openLoop(bare, PER_SECOND), null)
    await measureCommit(client)
    const address = `${url}/payment-messages/stripe/${CLIENT}/`
    const first = bodies.slice(0, WARM_UP).map((body) => send(address, body))
    printLoop('the first messages after a start', await openLoop(first, PER_SECOND), null)
    const calls = bodies.slice(WARM_UP).flatMap((body, index) => {
      const call = send(address, body)
      return index % REPEAT_EVERY === 0 ? [call, call] : [call]
    })
    printLoop(`messages, ${PER_SECOND} a second`, await openLoop(calls, PER_SECOND), MESSAGE_P99_MS)
  } finally {
    await floor.stop()
    rmSync(work, { recursive: true, force: true })
  }
  const { rows } = await client.query<{ state: string; n: string }>(
    'select state, count(*) as n from payment_checkout where client_id = $1 and id = any($2) group by state',
    [CLIENT, open.map(({ id }) => id)],
  )
  const paid = Number(rows.find(({ state }) => state === 'paid')?.n ?? 0)
  print('of these paid exactly once', `${paid} of ${open.length} (${verdict(paid === open.length)})`)
}

/** Add what else has to be fast with this many orders. */
const pagesOf = (personId: number) =>
  [
    ['schedule of a programme', 'b100@example.test', 'programmes/nanodegree/'],
    ['own payments', 'b100@example.test', 'payments/'],
    ['payments', demo.admin, 'admin/payments/?page_size=20'],
    ['payments, page 500', demo.admin, 'admin/payments/?page_size=20&page=500'],
    ['payments, refunds', demo.admin, 'admin/payments/?kind=refund'],
    ['payments, online', demo.admin, 'admin/payments/?place=online'],
    ['payments of a month', demo.admin, `admin/payments/?month=${new Date().toISOString().slice(0, 7)}`],
    ['payments, a name', demo.admin, 'admin/payments/?search=name%2077777'],
    ['payments of a person', demo.admin, `admin/payments/?person=${personId}`],
    ['revenue', demo.admin, 'admin/payments/revenue/'],
    ['statement of a person', demo.admin, `admin/payments/people/${personId}/`],
    ['comparison with the provider', demo.admin, 'admin/payment-comparison/'],
    ['due this week and overdue', demo.admin, 'admin/payments/due/'],
    ['parts that are overdue', demo.admin, 'admin/payments/due/parts/?span=late_30'],
  ] as const

const measurePages = async (url: string, personId: number): Promise<void> => {
  const pages: (readonly [name: string, email: string, path: string])[] = []
  const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
  const headers = new Map<string, Record<string, string>>()
  const bodies: Record<string, unknown> = {}
  for (const page of pagesOf(personId)) {
    const [name, email, path] = page
    if (!headers.has(email)) headers.set(email, await signIn(url, email))
    const answer = await fetch(`${url}/api/clients/${CLIENT}/${path}`, { headers: headers.get(email) ?? {} })
    if (answer.status === 404) {
      print(name, 'not part of this version')
      continue
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    pages.push(page)
    bodies[encodeURIComponent(name)] = await answer.json()
  }
  writeFileSync(join(work, 'bodies.json'), JSON.stringify(bodies))
  const floor = await startFloor(join(work, 'bodies.json'), PORT + 1)
  try {
    for (const [name, email, path] of pages)
      for (const connections of CONNECTIONS) {
        const load = { url: `${url}/api/clients/${CLIENT}/${path}`, headers: headers.get(email) ?? {} }
        const product = await rate({ ...load, connections, seconds: 3 })
        const address = `${floor.url}/${encodeURIComponent(encodeURIComponent(name))}`
        const bare = await rate({ url: address, connections, seconds: 1 })
        print(
          `${name}, ${connections} connections`,
          `${product.perSecond.toFixed(0).padStart(5)} /s   p50 ${product.p50Ms} ms   p99 ${product.p99Ms} ms ` +
            `(< ${PAGE_P99_MS}: ${verdict(product.p99Ms < PAGE_P99_MS && product.errors === 0)})   bare p99 ${bare.p99Ms} ms` +
            (product.errors > 0 ? `   ${product.errors} ERRORS` : ''),
        )
      }
  } finally {
    await floor.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

const measureExport = async (url: string, pid: number): Promise<void> => {
  const headers = await signIn(url, demo.admin)
  for (const file of ['export/', `journal/?month=${new Date().toISOString().slice(0, 7)}`]) {
    const idle = memoryOf(pid)
    let most = idle
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(pid))
    }, 20)
    const startedAt = performance.now()
    const answer = await fetch(`${url}/api/clients/${CLIENT}/admin/payments/${file}`, { headers })
    const { rows } = (await answer.json()) as { rows?: number }
    clearInterval(watch)
    const above = most - idle
    const took = performance.now() - startedAt
    print(
      `file ${file.split('/')[0]}, ${rows ?? `status ${answer.status}`} rows`,
      `${took.toFixed(0)} ms   ${above.toFixed(0)} MiB above idle (< ${EXPORT_MIB}: ${verdict(above < EXPORT_MIB)})`,
    )
  }
}

export const moneyBench = async (): Promise<void> => {
  const data = temporaryData()
  const product = await startProduct(data.folder, PORT)
  try {
    await withProductDatabase(data.folder, CLIENT, async (client) => {
      const startedAt = performance.now()
      const applied = (PER_SECOND * SECONDS * REPEAT_EVERY) / (REPEAT_EVERY + 1)
      const open = await fillMoney(client, {
        clientId: CLIENT,
        orders: ORDERS,
        open: 2 * Math.round((applied + WARM_UP) / 2),
      })
      const took = (performance.now() - startedAt) / 1000
      print(`${ORDERS.toLocaleString('en')} orders`, `filled in ${took.toFixed(1)} s`)
      await storeKeys(product.url)
      const { rows } = await client.query<{ id: number }>(
        `select id from app_user where client_id = $1 and email = 'b100@example.test'`,
        [CLIENT],
      )
      await measurePages(product.url, rows[0]?.id ?? 0)
      // Last, because the dashboard counts everybody for half a minute after so many rows came at once.
      await measureMessages(product.url, client, open)
    })
    await measureExport(product.url, product.pid)
  } finally {
    await product.stop()
    data.remove()
  }
}
