/**
 * `npm run bench -- import`: a Common Cartridge of 200 items (pages with pictures, links, quizzes of ten questions) looked
 * at and imported by the product over HTTP, beside a floor: the same package only unpacked by the bare library. And what
 * a table of 2,000 questions takes. While it works, another caller asks for /healthz: nobody else may have to wait.
 */
import { createHash } from 'node:crypto'
import * as yauzl from 'yauzl'
import { CHUNK_BYTES } from '#contract/course-builder/course-builder.ts'
import { QUESTION_ROWS_MAX } from '#contract/question-bank/question-import.ts'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import {
  aChoice,
  aLink,
  aPage,
  aQuiz,
  cartridgeEntries,
  type Part,
} from '#tests/support/content/cartridge.ts'
import { rawZip } from '#tests/support/content/raw-zip.ts'
import { pngOf } from '#tests/server/course-builder/picture-files.ts'
import { startProduct, temporaryData } from './product.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4195)
const ITEMS = 200
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const TARGET = { waitMs: 200 }

const words = (count: number) =>
  Array.from({ length: count }, (_, at) => ['sine', 'wave', 'and', 'its', 'sum'][at % 5]).join(' ')

const picture = (at: number): Part => ({
  id: `pic${at}`,
  type: 'webcontent',
  files: [{ name: `web_resources/p${at}.png`, content: pngOf(100 + at, 100), stored: true }],
})

/** 120 pages of 800 words with a picture each, 40 links, 40 quizzes. */
const cartridge = (round: number): Buffer => {
  const pages = Array.from({ length: 120 }, (_, at) =>
    aPage(
      `page${at}`,
      `<h1>Page ${at} of ${round}</h1><p>${words(800)}</p><p><img src="$IMS-CC-FILEBASE$/p${at}.png" alt="A"></p>`,
    ),
  )
  const links = Array.from({ length: 40 }, (_, at) => aLink(`link${at}`, `https://example.org/${at}`))
  const quizzes = Array.from({ length: 40 }, (_, at) =>
    aQuiz(
      `quiz${at}`,
      `Quiz ${at}`,
      Array.from({ length: 10 }, (_none, question) => aChoice(`q${at}-${question}`, `Question ${question}?`)),
    ),
  )
  const items = [...pages, ...links, ...quizzes]
  if (items.length !== ITEMS) throw new Error(`the cartridge has ${items.length} items`)
  const sections = Array.from({ length: 10 }, (_, at) => ({
    title: `Section ${at}`,
    children: items.slice(at * 20, at * 20 + 20).map(({ id }) => ({ title: id, part: id })),
  }))
  const parts = [...items, ...pages.map((_, at) => picture(at))]
  return rawZip(cartridgeEntries('1.3', `Round ${round}`, sections, parts))
}

/** The floor: every byte unpacked, nothing looked at. */
const unpack = async (bytes: Buffer): Promise<number> => {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  let total = 0
  for await (const entry of zip.eachEntry()) {
    for await (const part of await zip.openReadStreamPromise(entry)) total += (part as Buffer).length
  }
  return total
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const timed = async <T>(took: number[], work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const result = await work()
  took.push(performance.now() - began)
  return result
}

const data = temporaryData()
const product = await startProduct(data.folder, PORT)
const signedIn = await fetch(`${product.url}/accounts/clients/7/user/login/`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: demo.instructor, password: DEMO_PASSWORD }),
})
const { access_token: token } = (await signedIn.json()) as { access_token: string }
const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await fetch(`${product.url}/api/clients/7/admin/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

const upload = async (bytes: Buffer): Promise<string> => {
  const { package_id: id } = await call<{ package_id: string }>('POST', 'packages/', {
    name: 'bench.imscc',
    size: bytes.length,
    fingerprint: createHash('sha256').update(bytes).digest('base64url'),
  })
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    await call('PATCH', `packages/${id}/`, {
      offset: at,
      data: bytes.subarray(at, at + CHUNK_BYTES).toString('base64'),
    })
  return id
}

const took = { floor: [] as number[], look: [] as number[], take: [] as number[], table: [] as number[] }
const waits: number[] = []
/** What the same caller waits while nothing else happens: on a busy machine that is no small part of it. */
const idle: number[] = []
for (let at = 0; at < 50; at += 1)
  await timed(idle, async () => (await fetch(`${product.url}/healthz`)).text())
let asking = true
const others = (async () => {
  while (asking) {
    await timed(waits, async () => (await fetch(`${product.url}/healthz`)).text())
    await new Promise((done) => setTimeout(done, 20))
  }
})()
let size = 0
let unpacked = 0
for (let round = 0; round < ROUNDS; round += 1) {
  const bytes = cartridge(round)
  size = bytes.length
  unpacked = await timed(took.floor, () => unpack(bytes))
  const id = await upload(bytes)
  const report = await timed(took.look, () =>
    call<{ refused: unknown; lines: unknown[] }>('POST', `packages/${id}/report/`),
  )
  if (report.refused || report.lines.length < ITEMS) throw new Error('the cartridge was not understood')
  await timed(took.take, () => call('POST', `packages/${id}/course/`, { title: `Round ${round}` }))
}
const table = `kind,prompt,answer,option_1,option_2,option_3\n${Array.from(
  { length: QUESTION_ROWS_MAX },
  (_, at) => `single,Question ${at}?,B,one,two,three`,
).join('\n')}\n`
for (let round = 0; round < ROUNDS; round += 1) {
  const body = { name: 'q.csv', data: Buffer.from(table).toString('base64'), existing: [] }
  const { rows } = await timed(took.table, () => call<{ rows: unknown[] }>('POST', 'question-files/', body))
  if (rows.length !== QUESTION_ROWS_MAX) throw new Error('the table was not understood')
}
asking = false
await others
await product.stop()
data.remove()

const ms = (value: number) => `${value.toFixed(0)} ms`
const floor = median(took.floor)
const row = (name: string, value: number, rest: string) =>
  console.log(`${name.padEnd(44)}${ms(value).padEnd(12)}${rest}`)
const longest = Math.max(...waits)
console.log(
  `\nA cartridge of ${ITEMS} items, ${(size / 1e6).toFixed(1)} MB, ${(unpacked / 1e6).toFixed(1)} MB unpacked`,
)
row('floor: unpacked by the bare library', floor, '')
row('dry run with its report', median(took.look), `${(median(took.look) / floor).toFixed(1)} × floor`)
row('import', median(took.take), `${(median(took.take) / floor).toFixed(1)} × floor`)
row(`dry run of ${QUESTION_ROWS_MAX} questions in a table`, median(took.table), '')
row(
  'longest wait of another caller meanwhile',
  longest,
  `target ${TARGET.waitMs} ms: ${longest <= TARGET.waitMs ? 'met' : 'MISSED'}; idle ${ms(Math.max(...idle))}`,
)
