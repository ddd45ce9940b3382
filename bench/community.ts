/**
 * `npm run bench -- community`: list, thread and comments of a forum with 10,000 and 100,000 threads (500,000 comments),
 * with row-level security, over HTTP at 1, 16 and 64 connections, compared with a bare route that sends the same bytes.
 * Also prints the pages that queries read at both sizes. BENCH_REPEAT=3 keeps the best of three runs on a busy machine;
 * BENCH_DATA=folder keeps the filled forum for the next run.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connectDatabase, PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import type { Database } from '#server/core/db/database.ts'
import { rowsIn, type Query } from '#server/core/db/query.ts'
import { commentsQuery } from '#server/features/community/comments/comments.read.ts'
import { countQuery, pageQuery, threadQuery } from '#server/features/community/threads/threads.read.ts'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { addLongThread, CLIENT, fillForum } from './forum-data.ts'
import { startFloor, startProduct, temporaryData } from './product.ts'
import { rate, type Rate } from './rates.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4198)
const SIZES = (process.env['BENCH_SIZES'] ?? '10000,100000').split(',').map(Number)
const CONNECTIONS = [1, 16, 64] as const
const REPEAT = Number(process.env['BENCH_REPEAT'] ?? 1)
/**
 * Ten times the best Node forum measured on the same machine: 160 lists and 260 topics per second at 16 connections.
 */
const TARGETS: Readonly<Record<string, number>> = { list: 1_600, thread: 2_600, comments: 2_600 }
const TARGET_P99_MS = 30
/** Rate of the bare route on that machine; on a slower machine the share of it counts. */
const BARE_PER_SECOND = 22_000

const tokenOf = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/accounts/clients/${CLIENT}/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demo.student, password: DEMO_PASSWORD }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** The 8 kB pages a query reads, and its execution time, as the application role with row-level security. */
const costOf = async (database: Database, query: Query): Promise<{ buffers: number; ms: number }> => {
  type Plan = { Plan: Record<string, number>; 'Execution Time': number }
  const explain = `explain (analyze, buffers, timing off, format json) ${query.text}`
  return database.withTenant(CLIENT, async (db) => {
    const explainOnce = async () => {
      const [row] = await rowsIn(db)<{ 'QUERY PLAN': Plan[] }>({ text: explain, values: query.values })
      return row?.['QUERY PLAN'][0] as Plan
    }
    await explainOnce()
    const { Plan: plan, 'Execution Time': ms } = await explainOnce()
    return { buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), ms }
  })
}

/** Pages read by each query at the first size. */
const firstCost = new Map<string, number>()

const printCosts = async (
  database: Database,
  size: number,
  userId: number,
  threads: { last: number; long: number },
) => {
  const viewer = { clientId: CLIENT, userId, isStaff: false }
  const filter = {
    ordering: 'newest',
    words: [],
    tag: null,
    bookmarked: false,
    mine: false,
    unanswered: false,
  } as const
  const page = (changes: Partial<Parameters<typeof countQuery>[1]>, offset = 0) =>
    pageQuery(viewer, { filter: { ...filter, ...changes }, limit: 10, offset, count: size })
  const queries: Record<string, Query | null> = {
    list: page({}),
    'by activity': page({ ordering: 'active' }),
    'by votes': page({ ordering: 'votes' }),
    'last page': page({}, size - 10),
    unanswered: page({ unanswered: true }),
    mine: page({ mine: true }),
    search: page({ words: ['slow', 'python'] }),
    thread: threadQuery(viewer, threads.last),
    comments: commentsQuery(viewer, { threadId: threads.last, limit: 10, offset: 0 }),
    'of 500': commentsQuery(viewer, { threadId: threads.long, limit: 10, offset: 0 }),
  }
  for (const [name, query] of Object.entries(queries)) {
    if (!query) continue
    const { buffers, ms } = await costOf(database, query)
    const firstBuffers = firstCost.get(name)
    if (firstBuffers === undefined) firstCost.set(name, buffers)
    const times =
      firstBuffers === undefined ? '' : `   ${(buffers / firstBuffers).toFixed(2)} times the first size`
    console.log(
      `  ${name.padEnd(12)}${String(buffers).padStart(7)} pages read ${ms.toFixed(2).padStart(8)} ms${times}`,
    )
  }
}

const bestOf = async (load: Parameters<typeof rate>[0]): Promise<Rate> => {
  let best: Rate | null = null
  for (let round = 0; round < REPEAT; round += 1) {
    const next = await rate({ ...load, seconds: 3 })
    if (!best || next.perSecond > best.perSecond) best = next
  }
  return best as Rate
}

const printLine = (name: string, connections: number, productRate: Rate, note: string) =>
  console.log(
    `${name.padEnd(12)}${String(connections).padEnd(4)}${productRate.perSecond.toFixed(0).padStart(7)} /s   p50 ${productRate.p50Ms} ms   p99 ${productRate.p99Ms} ms` +
      `   ${note}${productRate.errors > 0 ? `   ${productRate.errors} ERRORS` : ''}`,
  )

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const compareWithTargets = (targetRate: number, productRate: Rate, bare: Rate): string => {
  const share = productRate.perSecond / bare.perSecond
  const target = targetRate / BARE_PER_SECOND
  return (
    `${share.toFixed(3)} of the bare route's ${bare.perSecond.toFixed(0)} (≥ ${target.toFixed(3)}: ${verdict(share >= target)}; ` +
    `≥ ${targetRate} /s: ${verdict(productRate.perSecond >= targetRate)}; p99 < ${TARGET_P99_MS} ms: ${verdict(productRate.p99Ms < TARGET_P99_MS)})`
  )
}

/** The folder from BENCH_DATA, kept for the next run, or a temporary one. */
const dataFolder = () => {
  const keptFolder = process.env['BENCH_DATA']
  if (keptFolder === undefined) return temporaryData()
  mkdirSync(keptFolder, { recursive: true })
  return { folder: keptFolder, remove: () => undefined }
}

/** Measures each page at several numbers of connections, compared with a bare route that sends the same body. */
const measurePages = async (url: string, pages: Record<string, string>) => {
  const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
  const headers = { authorization: `Bearer ${await tokenOf(url)}` }
  const bodies: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(pages))
    bodies[encodeURIComponent(name)] = await (await fetch(url + path, { headers })).json()
  writeFileSync(join(work, 'bodies.json'), JSON.stringify(bodies))
  const floor = await startFloor(join(work, 'bodies.json'), PORT + 1)
  try {
    // Warm up: a process that has just started is slower.
    for (const path of Object.values(pages)) await rate({ url: url + path, headers, seconds: 1 })
    for (const [name, path] of Object.entries(pages)) {
      const targetRate = TARGETS[name]
      for (const connections of targetRate ? CONNECTIONS : [16]) {
        // A new token each time, because a token expires during a long benchmark.
        const freshHeaders = { authorization: `Bearer ${await tokenOf(url)}` }
        const productRate = await bestOf({ url: url + path, headers: freshHeaders, connections })
        if (connections !== 16) {
          printLine(name, connections, productRate, '')
          continue
        }
        const bare = await bestOf({
          url: `${floor.url}/${encodeURIComponent(encodeURIComponent(name))}`,
          connections,
        })
        printLine(
          name,
          connections,
          productRate,
          targetRate
            ? compareWithTargets(targetRate, productRate, bare)
            : `${(productRate.perSecond / bare.perSecond).toFixed(3)} of the bare route`,
        )
      }
    }
  } finally {
    await floor.stop()
    rmSync(work, { recursive: true, force: true })
  }
}

/** Prints rate, p50 and p99 of each page for each size and number of connections, and the pages its queries read. */
export const communityBench = async (): Promise<void> => {
  const data = dataFolder()
  const product = await startProduct(data.folder, PORT)
  const config = { dataDir: data.folder, databaseUrl: null, databasePool: 2 }
  const silentLog = { info: () => undefined, warn: () => undefined }
  const connection = await connectDatabase(config, silentLog, { join: true })
  const client = new pg.Client({ ...connection.engine?.connection, database: PRIVATE_DATABASE })
  try {
    await client.connect()
    const base = `/community-forum/api/clients/${CLIENT}/threads/`
    for (const size of SIZES) {
      const startedAt = performance.now()
      await fillForum(client, size)
      const longThreadId = await addLongThread(client)
      // Write the data to disk before measuring.
      await client.query('checkpoint')
      const { rows } = await client.query<{ id: number; comments: number; student: number }>(
        `select max(id) as id, (select count(*)::int from forum_comment) as comments,
           (select id from app_user where client_id = ${CLIENT} and email = $1) as student
         from forum_thread where client_id = ${CLIENT}`,
        [demo.student],
      )
      const { id: last = 0, comments, student = 0 } = rows[0] ?? {}
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
      console.log(`\n${size} threads, ${comments} comments (filled in ${seconds} s)`)
      await printCosts(connection.database, size, student, { last, long: longThreadId })
      await measurePages(product.url, {
        list: base,
        thread: `${base}${last}/`,
        comments: `${base}${last}/comments/`,
        'of 500': `${base}${longThreadId}/comments/`,
        'all of 500': `${base}${longThreadId}/comments/?page_size=100`,
        'last page': `${base}?page=${size / 10}`,
        search: `${base}?search=slow%20python`,
      })
    }
  } finally {
    await client.end()
    await connection.database.close()
    await product.stop()
    await connection.engine?.stop()
    data.remove()
  }
}
