/** What an attempt keeps on the device until the server has it, and who writes it there. */
import type { IntegrityKind, Letter } from '#contract/assessments/shapes.ts'
import type { QuestionState } from './question-state.ts'

/** A moment by both clocks: the steady one is true within one life of the page, the wall clock beyond it. */
export interface Moment {
  life: string
  steady: number
  wall: number
}

/** Who had the attempt when something was given; a higher version is a later device or tab. */
export interface Hold {
  holder: string
  version: number
}

/** The newest word on one question, whole; a newer one has a higher `seq`. */
export interface Entry {
  position: number
  choice: Letter | null
  final: boolean
  marked: boolean
  seen: boolean
  seq: number
  /** It carries a choice that was not confirmed, not only a mark. */
  answers: boolean
  hold: Hold
  given: Moment
}

/** Something noted for integrity. */
export interface KeptEvent {
  id: string
  kind: IntegrityKind
  at: Moment
  position: number | null
  /** Null while one is still away. */
  lastedMs: number | null
}

/** Everything of one tab's attempt that the server has not confirmed. */
export interface AttemptRecord {
  hold: Hold | null
  lastSeq: number
  entries: readonly Entry[]
  /** All of them as last known: a word is sent whole, so the next life must not begin with less. */
  questions: readonly QuestionState[]
  events: readonly KeptEvent[]
  /** The question on the screen. */
  place: number
  /** The learner asked to submit and no answer to it has come yet. */
  submitting: boolean
  /** Time left as last heard: until the server is heard again, all there is after a reload without a connection. */
  time: { leftMs: number; at: Moment } | null
}

export interface RecordStore {
  load: () => Promise<AttemptRecord | null>
  /** True once the record is on the disk itself. */
  save: (record: AttemptRecord) => Promise<boolean>
  remove: () => Promise<unknown>
}

/** Milliseconds since a moment. From another life of the page only the wall clock is left, which may be wrong. */
export const ageOf = (moment: Moment, now: Moment): number =>
  Math.round(Math.max(0, moment.life === now.life ? now.steady - moment.steady : now.wall - moment.wall))

/**
 * One write at a time; a write that begins later covers everything asked for meanwhile. Each call resolves when a
 * write that began after it is over: true when it is on the disk.
 */
export const createKeeper = (write: () => Promise<boolean>) => {
  let running: Promise<boolean> | null = null
  let next: Promise<boolean> | null = null
  const begin = (): Promise<boolean> => {
    running = write()
      .catch(() => false)
      .finally(() => {
        running = null
      })
    return running
  }
  return (): Promise<boolean> => {
    if (!running) return begin()
    next ??= running.then(() => {
      next = null
      return begin()
    })
    return next
  }
}
