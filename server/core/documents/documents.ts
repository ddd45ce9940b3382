/**
 * Draws documents (certificates, invoices) with Typst, compiled to WebAssembly, in a worker thread. A template is code of
 * ours and data never becomes code; the thread has no network, no files but our fonts, and a deadline.
 */
import { createWorkerPool, type Job, type WorkerPool } from '../parsing/worker-pool.ts'
import type { DrawableDocument } from './drawable.ts'
import { typstEngine } from './engine.ts'
import type * as worker from './typst.worker.ts'

/** With the start of the thread on a busy machine; a document takes a few milliseconds. */
const DEADLINE_MS = 30_000
/** The thread holds about 200 MB; it ends when nobody wants a document. */
const IDLE_MS = 30_000
const QUEUE_MAX = 200
const HEAP_MB = 256

interface Drawing {
  readonly pool: WorkerPool
  /** Documents that are waiting or being drawn. */
  open: number
}
let current: Drawing | null = null
/** Resolves when the former thread has ended: two would hold their memory at the same time. */
let closing: Promise<void> = Promise.resolve()

const jobOf = (name: keyof typeof worker): Job => ({
  module: new URL('./typst.worker.ts', import.meta.url),
  name,
  deadlineMs: DEADLINE_MS,
})

// One thread: a second one would double the memory, and this one draws about 100 documents a second.
const start = (): Drawing => {
  const pool = createWorkerPool({ threads: 1, queueMax: QUEUE_MAX, heapMb: HEAP_MB, idleMs: IDLE_MS })
  // The thread starts while Typst is compiled. Whether it can draw is for the first document to find out.
  pool.run(jobOf('load'), null).catch(() => {})
  return { pool, open: 0 }
}

const run = async <Name extends 'pdf' | 'png'>(
  name: Name,
  input: Omit<Parameters<(typeof worker)[Name]>[0], 'engine'>,
): Promise<Uint8Array> => {
  await closing
  const drawing = (current ??= start())
  drawing.open += 1
  try {
    const { bytes, isWorn } = (await drawing.pool.run(jobOf(name), {
      ...input,
      engine: await typstEngine(),
    })) as worker.Drawn
    if (isWorn && current === drawing) current = null
    return bytes
  } finally {
    drawing.open -= 1
    if (drawing !== current && drawing.open === 0) closing = drawing.pool.close()
  }
}

/** A tagged PDF. The same document gives the same bytes. */
export const renderPdf = (document: DrawableDocument): Promise<Uint8Array> => run('pdf', { document })

/** As a PNG, its pages below each other. */
export const renderPng = (document: DrawableDocument, widthPx: number): Promise<Uint8Array> =>
  run('png', { document, widthPx })
