/** What a queue is made of, and what it tells. */
import type { Row, RowRules } from './queue-rows.ts'

export type SaveState = 'saved' | 'saving' | 'waiting'

export interface QueueRules<E> extends RowRules<E> {
  /** What is left of an entry that changed while it was under way; null for nothing. Without it all of it goes again. */
  remainder?: ((now: E, sent: E) => E | null) | undefined
  isRefused?: ((error: unknown, entry: E) => boolean) | undefined
  /** Whether the person should decide about an entry that was refused; else it is dropped. */
  staysWhenRefused?: ((entry: E) => boolean) | undefined
}

export interface QueueDisk<E> {
  /** Rejects when the disk cannot be read. */
  load: () => Promise<readonly Row<E>[]>
  /** One transaction; true when what `change` made of the rows is on the disk. */
  change: (change: (rows: readonly Row<E>[]) => readonly Row<E>[]) => Promise<boolean>
}

export interface QueueParts<E, A> extends QueueRules<E> {
  disk: QueueDisk<E>
  /** Tells other tabs that the disk changed, and which versions are over. */
  notifyTabs?: (over: readonly string[]) => void
  send: (entry: E) => Promise<A>
  /** Runs in one tab of this person at a time. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  later: (action: () => void, ms: number) => () => void
  now?: () => number
}

export interface QueueListener<E, A> {
  changed?: () => void
  accepted?: (answer: A, entry: E) => void
  refused?: (entry: E, error: unknown) => void
}

/** One entry, as pages show it. */
export interface QueueLine<E> extends Pick<Row<E>, 'entry' | 'since' | 'refused'> {
  /** Names it for `retry` and `discard`. */
  id: string
}
