/**
 * `npm run bench -- import`: dry run and import of a Common Cartridge with 200 items (pages with pictures, links, quizzes
 * with ten questions) over HTTP, compared with unpacking the same package with the bare library. Also the time to read a
 * table of 2,000 questions. Meanwhile another caller requests /healthz, which must stay fast.
 */
import { createHash } from 'node:crypto'
import * as yauzl from 'yauzl'
import { CHUNK_BYTES } from '#contract/files/uploads.ts'
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
  Array.from({ length: count }, (_, index) => ['sine', 'wave', 'and', 'its', 'sum'][index % 5]).join(' ')

const picture = (index: number): Part => ({
  id: `pic${index}`,
  type: 'webcontent',
  files: [{ name: `web_resources/p${index}.png`, content: pngOf(100 + index, 100), stored: true }],
})

/** 120 pages with 800 words and a picture each, 40 links, 40 quizzes. */
const cartridge = (round: number): Buffer => {
  const pages = Array.from({ length: 120 }, (_, index) =>
    aPage(
      `page${index}`,
      `<h1>Page ${index} of ${round}</h1><p>${words(800)}</p><p><img src="$IMS-CC-FILEBASE$/p${index}.png" alt="A"></p>`,
    ),
  )
  const links = Array.from({ length: 40 }, (_, index) =>
    aLink(`link${index}`, `https://example.org/${index}`),
  )
  const quizzes = Array.from({ length: 40 }, (_, index) =>
    aQuiz(
      `quiz${index}`,
      `Quiz ${index}`,
      Array.from({ length: 10 }, (_none, question) =>
        aChoice(`q${index}-${question}`, `Question ${question}?`),
      ),
    ),
  )
  const items = [...pages, ...links, ...quizzes]
  if (items.length !== ITEMS) throw new Error(`the cartridge has ${items.length} items`)
  const sections = Array.from({ length: 10 }, (_, index) => ({
    title: `Section ${index}`,
    children: items.slice(index * 20, index * 20 + 20).map(({ id }) => ({ title: id, part: id })),
  }))
  const parts = [...items, ...pages.map((_, index) => picture(index))]
  return rawZip(cartridgeEntries('1.3', `Round ${round}`, sections, parts))
}

/** The floor: unpacks every byte without reading it. */
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
const measure = async <T>(durations: number[], action: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  const result = await action()
  durations.push(performance.now() - startedAt)
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
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES)
    await call('PATCH', `packages/${id}/`, {
      offset,
      data: bytes.subarray(offset, offset + CHUNK_BYTES).toString('base64'),
    })
  return id
}

const durations = {
  floor: [] as number[],
  dryRun: [] as number[],
  import: [] as number[],
  table: [] as number[],
}
const otherCallerMs: number[] = []
/** The other caller's time without load, for comparison on a busy machine. */
const idleMs: number[] = []
for (let index = 0; index < 50; index += 1)
  await measure(idleMs, async () => (await fetch(`${product.url}/healthz`)).text())
let isRunning = true
const otherCaller = (async () => {
  while (isRunning) {
    await measure(otherCallerMs, async () => (await fetch(`${product.url}/healthz`)).text())
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})()
let size = 0
let unpacked = 0
for (let round = 0; round < ROUNDS; round += 1) {
  const bytes = cartridge(round)
  size = bytes.length
  unpacked = await measure(durations.floor, () => unpack(bytes))
  const id = await upload(bytes)
  const report = await measure(durations.dryRun, () =>
    call<{ refused: unknown; lines: unknown[] }>('POST', `packages/${id}/report/`),
  )
  if (report.refused || report.lines.length < ITEMS) throw new Error('the cartridge was not read completely')
  await measure(durations.import, () => call('POST', `packages/${id}/course/`, { title: `Round ${round}` }))
}
const table = `kind,prompt,answer,option_1,option_2,option_3\n${Array.from(
  { length: QUESTION_ROWS_MAX },
  (_, index) => `single,Question ${index}?,B,one,two,three`,
).join('\n')}\n`
for (let round = 0; round < ROUNDS; round += 1) {
  const body = { name: 'q.csv', data: Buffer.from(table).toString('base64'), existing: [] }
  const { rows } = await measure(durations.table, () =>
    call<{ rows: unknown[] }>('POST', 'question-files/', body),
  )
  if (rows.length !== QUESTION_ROWS_MAX) throw new Error('the table was not read completely')
}
isRunning = false
await otherCaller
await product.stop()
data.remove()

const ms = (value: number) => `${value.toFixed(0)} ms`
const floor = median(durations.floor)
const printRow = (name: string, value: number, rest: string) =>
  console.log(`${name.padEnd(44)}${ms(value).padEnd(12)}${rest}`)
const longest = Math.max(...otherCallerMs)
console.log(
  `\nA cartridge of ${ITEMS} items, ${(size / 1e6).toFixed(1)} MB, ${(unpacked / 1e6).toFixed(1)} MB unpacked`,
)
printRow('floor: unpack with the bare library', floor, '')
printRow(
  'dry run with report',
  median(durations.dryRun),
  `${(median(durations.dryRun) / floor).toFixed(1)} × floor`,
)
printRow('import', median(durations.import), `${(median(durations.import) / floor).toFixed(1)} × floor`)
printRow(`dry run of ${QUESTION_ROWS_MAX} questions in a table`, median(durations.table), '')
printRow(
  'longest response for another caller',
  longest,
  `target ${TARGET.waitMs} ms: ${longest <= TARGET.waitMs ? 'met' : 'MISSED'}; idle ${ms(Math.max(...idleMs))}`,
)
