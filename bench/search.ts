/**
 * `npm run bench -- search`: the search over everything with 10,000 threads, 500 courses and their lessons, over HTTP with
 * row-level security, compared with a bare route that sends the same bytes; needs no built app. Common words cost the most.
 * BENCH_PORT sets another port.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { fillCatalogue } from './catalogue-data.ts'
import { CLIENT, fillForum } from './forum-data.ts'
import { startFloor, startProduct, temporaryData, withProductDatabase } from './product.ts'
import { rate } from './rates.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4192)
const THREADS = 10_000
const TARGET_P99_MS = 50
const CONNECTIONS = [1, 4, 16] as const
/** Rare and common words, the beginning of a word as somebody types it, several words, and the other scripts. */
const SEARCHES = ['py', 'python', 'slow python', 'to', 'topic', 'a', 'पाठ', 'درس']

const tokenOf = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/accounts/clients/${CLIENT}/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demo.student, password: DEMO_PASSWORD }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const measure = async (url: string): Promise<void> => {
  const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
  const pathOf = (q: string) => `/api/clients/${CLIENT}/search/?q=${encodeURIComponent(q)}`
  const headers = { authorization: `Bearer ${await tokenOf(url)}` }
  const bodies: Record<string, unknown> = {}
  for (const [index, q] of SEARCHES.entries())
    bodies[index] = await (await fetch(url + pathOf(q), { headers })).json()
  writeFileSync(join(work, 'bodies.json'), JSON.stringify(bodies))
  const floor = await startFloor(join(work, 'bodies.json'), PORT + 1)
  try {
    for (const [index, q] of SEARCHES.entries())
      for (const connections of CONNECTIONS) {
        const load = { headers: { authorization: `Bearer ${await tokenOf(url)}` }, connections, seconds: 3 }
        const product = await rate({ ...load, url: url + pathOf(q) })
        const bare = await rate({ url: `${floor.url}/${index}`, connections, seconds: 1 })
        const isMet = product.p99Ms < TARGET_P99_MS && product.errors === 0
        console.log(
          `${q.padEnd(12)} ${String(connections).padStart(2)} connections ${product.perSecond.toFixed(0).padStart(6)} /s` +
            `   p50 ${product.p50Ms} ms   p99 ${product.p99Ms} ms (< ${TARGET_P99_MS}: ${isMet ? 'met' : 'MISSED'})` +
            `   ${(product.perSecond / bare.perSecond).toFixed(3)} of the bare route` +
            (product.errors > 0 ? `   ${product.errors} ERRORS` : ''),
        )
      }
  } finally {
    await floor.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

export const searchBench = async (): Promise<void> => {
  const data = temporaryData()
  let product = await startProduct(data.folder, PORT)
  try {
    await withProductDatabase(data.folder, CLIENT, async (client) => {
      await fillCatalogue(client)
      await fillForum(client, THREADS)
      await client.query('checkpoint')
    })
    // A restart reads the new catalogue: it was written past the change feed.
    await product.stop()
    product = await startProduct(data.folder, PORT)
    await measure(product.url)
  } finally {
    await product.stop()
    data.remove()
  }
}
