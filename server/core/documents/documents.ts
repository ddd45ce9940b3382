/**
 * Draws documents (certificates, invoices) with Typst, compiled to WebAssembly, in a worker thread. A template is code of
 * ours and data never becomes code; the thread has no network, no files but our fonts, and a deadline.
 */
import { createWorkerPool, type Job, type WorkerPool } from '../parsing/worker-pool.ts'
import type * as worker from './typst.worker.ts'

/** Typst sources by their path (`/design.typ`); they read the data with `json(bytes(sys.inputs.data))`. */
export interface DocumentTemplate {
  readonly main: string
  readonly sources: Readonly<Record<string, string>>
}

export interface DrawableDocument {
  readonly template: DocumentTemplate
  readonly data: unknown
  /** PNG, JPEG or SVG by the path under which the template reads it (`/logo`). */
  readonly pictures?: Readonly<Record<string, Uint8Array>>
}

/** With the start of the thread on a busy machine; a document takes a few milliseconds. */
const DEADLINE_MS = 20_000
/** The thread holds about 200 MB; it ends when nobody wants a document. */
const IDLE_MS = 30_000
const QUEUE_MAX = 200
const HEAP_MB = 256

let pool: WorkerPool | null = null

const run = <Name extends keyof typeof worker>(
  name: Name,
  input: Parameters<(typeof worker)[Name]>[0],
): ReturnType<(typeof worker)[Name]> => {
  // One thread: a second one would double the memory, and this one draws more than 100 documents a second.
  pool ??= createWorkerPool({ threads: 1, queueMax: QUEUE_MAX, heapMb: HEAP_MB, idleMs: IDLE_MS })
  const job: Job = { module: new URL('./typst.worker.ts', import.meta.url), name, deadlineMs: DEADLINE_MS }
  return pool.run(job, input) as ReturnType<(typeof worker)[Name]>
}

/** A tagged PDF. The same document gives the same bytes. */
export const renderPdf = (document: DrawableDocument): Promise<Uint8Array> => run('pdf', document)

/** As a PNG, its pages below each other. */
export const renderPng = (document: DrawableDocument, widthPx: number): Promise<Uint8Array> =>
  run('png', { document, widthPx })
