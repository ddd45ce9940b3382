import type { Readable } from 'node:stream'

export interface StoredFile {
  readonly size: number
  /** Media type to serve it with. */
  readonly type: string
  /** Its bytes from `start` to `end`, both included. Ends the file's use. */
  readonly read: (start: number, end: number) => Promise<Readable>
  /** Instead of reading. */
  readonly close: () => Promise<void>
}

/** What a file is made of: a content in memory, or a file on this machine's disk with its hash. */
export type FileSource = { content: Buffer } | { path: string; sha256: string }

/** Where stored files lie. Names come from file-name.ts: they never change their content. */
export interface FileStore {
  /** Bytes of a stored file; null when there is none. */
  readonly size: (clientId: number, name: string) => Promise<number | null>
  readonly open: (clientId: number, name: string) => Promise<StoredFile | null>
  /** Whole or not at all; harmless to repeat. */
  readonly put: (clientId: number, name: string, source: FileSource) => Promise<void>
  readonly drop: (clientId: number, name: string) => Promise<void>
}
