import type { Readable } from 'node:stream'

export interface StoredFile {
  readonly size: number
  readonly type: string
  /** Reads the bytes from `start` to `end`, both included, and closes the file. */
  readonly read: (start: number, end: number) => Promise<Readable>
  /** Closes a file that is not read. */
  readonly close: () => Promise<void>
}

/** Content in memory, or a file on this machine's disk with its hash. */
export type FileSource = { content: Buffer } | { path: string; sha256: string }

/** Where stored files are kept. Names come from file-name.ts; the content behind a name never changes. */
export interface FileStore {
  /** Size in bytes; null when no file has this name. */
  readonly size: (clientId: number, name: string) => Promise<number | null>
  readonly open: (clientId: number, name: string) => Promise<StoredFile | null>
  /** Atomic and idempotent. */
  readonly put: (clientId: number, name: string, source: FileSource) => Promise<void>
  readonly drop: (clientId: number, name: string) => Promise<void>
  /** Every stored file of every client, for backups. */
  readonly list: () => AsyncGenerator<{ clientId: number; name: string }>
}
