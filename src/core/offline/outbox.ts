/** Everything that waits on this device to be sent. A feature registers each queue of its own once (`register-queue.ts`). */

import type { SwitchableFeature } from '#contract/client-info/feature-slugs.ts'

/** Kinds of lines; a feature adds its own by declaration beside its queue. `time` and `damaged` are core's. */
export interface OutboxKinds {
  time: true
  damaged: true
}

/** One line of the outbox page. */
export interface OutboxLine {
  /** Unique within its source. */
  id: string
  kind: keyof OutboxKinds
  /** The lesson or the text that it is about, as people wrote them; null where the device does not know. */
  title: string | null
  /** ms since 1970; null for what an older version left. */
  since: number | null
  /** Page where it can be looked at; null for none. */
  path: string | null
  /** It is not sent until its author finishes it. */
  isDraft: boolean
  /** Why the server refused it; null while it merely waits. */
  refused: string | null
  /** The client has switched its feature off: it stays here and is not sent. */
  isPaused?: boolean
  /** It cannot be given up by hand. */
  isPermanent?: boolean
  /** Length of unsent study time. */
  minutes?: number
}

export interface OutboxSource {
  name: string
  list: () => Promise<readonly OutboxLine[]>
  /** Sends the waiting lines, and the named line even if it was refused. */
  retry: (id?: string) => Promise<unknown>
  discard: (id: string) => Promise<unknown>
  subscribe: (changed: () => void) => () => void
}

/**
 * What is known of a part of the outbox before the code of its feature is loaded: the app lists them all, so that a
 * sign-out on any page knows what to do with the rows of each.
 */
export interface OutboxPart {
  /** The name of the queue whose rows these are, or of the lines. */
  name: string
  /** While the client has it switched off, nothing of this part is sent. */
  feature?: SwitchableFeature
  /** Loads the source that lists and sends it. Without it, nothing is listed. */
  load?: () => Promise<OutboxSource>
  /** At the start, and when the connection is back, it is sent without being asked. */
  sendsAtStart?: boolean
  /**
   * A row that is decrypted for its owner while another one with its id is there: `drop` keeps the one that is there,
   * `wait` leaves the older one encrypted until that one is gone.
   */
  ifPresent?: 'drop' | 'wait'
  /** What happens at sign-out to rows for which no key ever came. */
  withoutKey?: 'keep' | 'delete'
}

let loadParts: () => Promise<readonly OutboxPart[]> = () => Promise.resolve([])

/** Core knows no features: the app hands in the list, and fetches it when it is needed. */
export const provideOutbox = (load: () => Promise<readonly OutboxPart[]>) => {
  loadParts = load
}
export const outboxParts = (): Promise<readonly OutboxPart[]> => loadParts()

/** Lists what waits and lets its author give it up, but sends nothing: its pages and calls are gone. */
export const paused = (source: OutboxSource): OutboxSource => ({
  ...source,
  retry: () => Promise.resolve(),
  list: async () =>
    (await source.list()).map((line) => ({ ...line, path: null, refused: null, isPaused: true })),
})

/** Those whose lines are listed. */
export const loadOutbox = async (
  wanted: (part: OutboxPart) => boolean = () => true,
): Promise<readonly OutboxSource[]> => {
  const parts = await outboxParts()
  return Promise.all(parts.flatMap((part) => (part.load && wanted(part) ? [part.load()] : [])))
}
