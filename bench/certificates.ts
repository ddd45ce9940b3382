/**
 * `npm run bench -- certificates`: drawing certificates (after a pause, warm, in bulk), what it takes from the event loop
 * and from memory, and the verification page beside a bare route. BENCH_PORT sets another port.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { checkCharacter } from '#contract/certificates/serial.ts'
import { designIds } from '#contract/certificates/shapes.ts'
import { connectDatabase, PRIVATE_DATABASE } from '#server/core/db/connect.ts'
import type { CertificateData } from '#server/features/certificates/certificate-data.ts'
import { renderCertificatePdf } from '#server/features/certificates/drawing/drawing.ts'
import { warmUpDrawing } from '#server/features/certificates/drawing/warm-up.ts'
import { startFloor, startProduct, temporaryData } from './product.ts'
import { rate, type Rate } from './rates.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4198)
const CLIENT = 7
const NEW_RUNS = 5
const PAUSES = 5
/** The drawing thread ends after 30 idle seconds. */
const PAUSE_MS = 31_000
/** Until V8 has optimised what every document needs. */
const WARM_UP = 36
const WARM = 500
const BULK = 1_000
const ROUNDS = 5
const TARGETS = { coldMs: 500, warmMs: 50, memoryMiB: 256, pageRatio: 2 }
const NAMES = ['Ananya Krishnamurthy', 'श्रेया द्विवेदी', 'شيماء عبد الرحمن الحسيني']
const languages = ['en', 'hi', 'ar'] as const

const certificateOf = (index: number): CertificateData => ({
  serial: `7KMF-9Q2D-TRXH-${1000 + index}`,
  language: languages[index % 3] ?? 'en',
  recipientName: `${NAMES[index % 3]} ${index}`,
  title: 'Data Analysis with Python',
  kind: 'course',
  issuedOn: '2026-11-23',
  expiresOn: null,
  issuerName: 'Kitewing Academy',
  brandColor: '#2456d6',
  logo: null,
  verifyUrl: `https://learn.test/verify/7KMF-9Q2D-TRXH-${1000 + index}`,
  signatures: [{ name: 'Maya Fernandes', role: 'Head of Learning', picture: null }],
  criteria: ['Completed the whole course'],
  template: {
    design: designIds[index % designIds.length] ?? 'classic',
    orientation: index % 2 === 0 ? 'landscape' : 'portrait',
    options: { showSeal: true, showCriteria: true },
  },
})

const draw = async (index: number): Promise<void> => {
  const pdf = await renderCertificatePdf(certificateOf(index))
  if (Buffer.from(pdf.subarray(0, 5)).toString() !== '%PDF-') throw new Error('what was drawn is no PDF')
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN
const median = (values: readonly number[]): number => quantile(values, 0.5)
const medians = (rates: readonly Rate[]): Rate => ({
  perSecond: median(rates.map((each) => each.perSecond)),
  p50Ms: median(rates.map((each) => each.p50Ms)),
  p99Ms: median(rates.map((each) => each.p99Ms)),
  errors: rates.reduce((sum, each) => sum + each.errors, 0),
})
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const rssMiB = () => process.memoryUsage.rss() / 2 ** 20

/** How long the documents took that a process of its own drew. */
const inProcess = (what: 'new' | 'paused'): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, [what])
    child.once('message', (durations) => resolve(durations as number[]))
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
  })

/** The first document of a process, before its warm-up. */
const drawFirst = async (): Promise<number[]> => [await timed(() => draw(0))]

/** No thread is left: what somebody meets who wants a certificate in a quiet hour. */
const drawAfterPauses = async (): Promise<number[]> => {
  await warmUpDrawing()
  const durations: number[] = []
  for (let index = 0; index < PAUSES; index += 1) {
    await sleep(PAUSE_MS)
    durations.push(await timed(() => draw(index)))
  }
  return durations
}

const drawingCold = async (): Promise<void> => {
  const first: number[] = []
  for (let run = 0; run < NEW_RUNS; run += 1) first.push(...(await inProcess('new')))
  console.log(
    `first PDF of a process, before its warm-up   p50 ${median(first).toFixed(0)} ms   worst of ${NEW_RUNS} ${Math.max(...first).toFixed(0)} ms`,
  )
  const cold = await inProcess('paused')
  const worst = Math.max(...cold)
  console.log(
    `cold PDF     p50 ${median(cold).toFixed(0)} ms   worst of ${PAUSES} ${worst.toFixed(0)} ms (< ${TARGETS.coldMs}: ${verdict(worst < TARGETS.coldMs)})`,
  )
}

const drawing = async (): Promise<void> => {
  const idle = rssMiB()
  for (let index = 0; index < WARM_UP; index += 1) await draw(index)
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const warm: number[] = []
  for (let index = 0; index < WARM; index += 1) warm.push(await timed(() => draw(index)))
  loop.disable()
  const p99 = quantile(warm, 0.99)
  console.log(
    `warm PDF     p50 ${quantile(warm, 0.5).toFixed(1)} ms   p99 ${p99.toFixed(1)} ms (< ${TARGETS.warmMs}: ${verdict(p99 < TARGETS.warmMs)})   longest turn of the event loop ${(loop.max / 1e6).toFixed(1)} ms`,
  )

  const used: number[] = []
  const startedAt = performance.now()
  for (let index = 0; index < BULK; index += 1) {
    await draw(index)
    if (index % 50 === 49) used.push(rssMiB() - idle)
  }
  const most = Math.max(...used)
  console.log(
    `${BULK} in bulk ${((performance.now() - startedAt) / 1000).toFixed(1)} s   memory above idle after 50: ${used[0]?.toFixed(0)} MiB, at the end ${used.at(-1)?.toFixed(0)} MiB, most ${most.toFixed(0)} MiB (<= ${TARGETS.memoryMiB}: ${verdict(most <= TARGETS.memoryMiB)})`,
  )
}

const RANDOM_PART = '7KMF9Q2DTRXH4W8'

/** A certificate of any learner. */
const addCertificate = async (client: pg.Client, serial: string): Promise<void> => {
  await client.query(`select set_config('app.client_id', '${CLIENT}', false)`)
  await client.query(
    `insert into certificate (client_id, serial, user_id, kind, recipient_name, title, language, issuer_name, brand_colour,
       criteria, issued_at, issued_on)
     select $1, $2, min(id), 'course', 'Ananya Rao', 'Data Analysis', 'en', 'Kitewing Academy', '#2456d6', '[]', now(), now()::date
     from app_user where client_id = $1 and role = 'student'`,
    [CLIENT, serial],
  )
}

/**
 * A revocation shows at once, so each answer of ours asks the database. The route to compare with does so too: a bare route
 * with one prepared statement, without a tenant. The route without a database stands beside it.
 */
const comparePage = async (of: { url: string; floor: string; connections: number }): Promise<void> => {
  const { url, floor, connections } = of
  const pages: Rate[] = []
  const askings: Rate[] = []
  // Times are whole milliseconds, and the machine's own vary as much: alternating runs, and their medians.
  for (let round = 0; round < ROUNDS; round += 1) {
    pages.push(await rate({ url, connections, seconds: 4 }))
    askings.push(await rate({ url: `${floor}/asked/page`, connections, seconds: 4 }))
  }
  const bare = await rate({ url: `${floor}/page`, connections, seconds: 2 })
  const [page, asking] = [medians(pages), medians(askings)]
  const times = (floorMs: number) => page.p99Ms / Math.max(1, floorMs)
  const ratio = times(asking.p99Ms)
  const failures = (errors: number) => (errors > 0 ? `   ${errors} ERRORS` : '')
  console.log(
    `verification page, ${connections} connections   ${page.perSecond.toFixed(0)} /s   p50 ${page.p50Ms} ms   p99 ${page.p99Ms} ms (${pages.map(({ p99Ms }) => p99Ms).join(', ')})${failures(page.errors)}`,
  )
  console.log(
    `  bare route that asks the database once   ${asking.perSecond.toFixed(0)} /s   p99 ${asking.p99Ms} ms (${askings.map(({ p99Ms }) => p99Ms).join(', ')})   ${ratio.toFixed(1)} times (<= ${TARGETS.pageRatio}: ${verdict(ratio <= TARGETS.pageRatio)})${failures(asking.errors)}`,
  )
  console.log(
    `  bare route without a database   ${bare.perSecond.toFixed(0)} /s   p99 ${bare.p99Ms} ms   ${times(bare.p99Ms).toFixed(1)} times`,
  )
}

const verification = async (serial: string): Promise<void> => {
  const data = temporaryData()
  const product = await startProduct(data.folder, PORT)
  const connection = await connectDatabase(
    { dataDir: data.folder, databaseUrl: null, databasePool: 2 },
    { info: () => undefined, warn: () => undefined },
    { join: true },
  )
  const own = { ...connection.engine?.connection, database: PRIVATE_DATABASE }
  const client = new pg.Client(own)
  const work = mkdtempSync(join(tmpdir(), 'lms-floor-'))
  try {
    await client.connect()
    await addCertificate(client, serial)
    const url = `${product.url}/verify/${serial}`
    const answer = await fetch(url)
    if (answer.status !== 200) throw new Error(`the page answered ${answer.status}`)
    writeFileSync(join(work, 'bodies.json'), JSON.stringify({ page: await answer.text() }))
    const query = `select * from certificate where client_id = ${CLIENT} and serial = '${serial}'`
    const floor = await startFloor(join(work, 'bodies.json'), PORT + 1, { connection: own, query })
    for (const connections of [1, 16]) await comparePage({ url, floor: floor.url, connections })
    await floor.stop()
  } finally {
    await client.end()
    await connection.database.close()
    await product.stop()
    await connection.engine?.stop()
    data.remove()
    rmSync(work, { recursive: true, force: true })
  }
}

export const certificatesBench = async (): Promise<void> => {
  await drawingCold()
  await drawing()
  await verification(RANDOM_PART + checkCharacter(RANDOM_PART))
}

const PARTS = { new: drawFirst, paused: drawAfterPauses } as const
const part = process.argv[2]
if (process.send && (part === 'new' || part === 'paused')) {
  process.send(await PARTS[part]())
  process.exit(0)
}
