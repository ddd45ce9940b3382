/** What the running attempt shows and what it needs from outside; no browser, no framework. */
import type {
  AnswerOutcome,
  KeptAnswer,
  Letter,
  SentAnswer,
  SentEvent,
} from '#contract/assessments/shapes.ts'
import type { AttemptClock, AttemptPage } from '#contract/assessments/assessments.ts'
import type { Hold, RecordStore } from './record.ts'

/** Where one answer is (EX3). */
export type SaveMark =
  | { kind: 'none' }
  /** Not yet on the device's disk: nothing is promised. */
  | { kind: 'keeping' }
  /** On this device, not on the server. */
  | { kind: 'waiting' }
  /** By the server's clock, in ms. */
  | { kind: 'saved'; at: number }
  /** Arrived after the end: kept for review, not counted. */
  | { kind: 'late' }
  /** Another device went on meanwhile: kept for review. */
  | { kind: 'aside' }
  /** This question was submitted with another choice before; that one counts. */
  | { kind: 'conflict' }

export interface QuestionState {
  position: number
  choice: Letter | null
  final: boolean
  marked: boolean
  seen: boolean
  save: SaveMark
}

export type Phase =
  /** The server was not heard yet and nothing of an earlier visit is here. */
  | 'opening'
  | 'running'
  /** Another tab or device has the attempt: read-only here. */
  | 'elsewhere'
  /** Asked to submit, or out of time: what is left is on its way. */
  | 'ending'
  | 'submitted'

export interface AttemptView {
  phase: Phase
  /** Why it ends: the learner's wish or the clock. */
  ending: 'asked' | 'time' | null
  questions: readonly QuestionState[]
  /** The question on the screen. */
  place: number
  /** Answers that are only on this device. */
  waiting: number
  /** The last try reached the server. */
  reached: boolean
  /** False where the browser keeps nothing: then only the server's word counts. */
  durable: boolean
  /** Extra time given while it runs; counts up so that two of the same length are two. */
  extra: { minutes: number; count: number } | null
  /** Integrity events on record. */
  events: number
}

export interface AnswerItem {
  position: number
  seq: number
  outcome: AnswerOutcome
  kept: KeptAnswer
}

export interface Transport {
  /** `position`: the question on the screen. */
  send: (
    hold: Hold,
    answers: SentAnswer[],
    position: number,
  ) => Promise<AttemptClock & { items: readonly AnswerItem[] }>
  hold: (holder: string) => Promise<Pick<AttemptPage, keyof AttemptClock | 'answers' | 'events'>>
  beat: (hold: Hold, position: number, events: SentEvent[]) => Promise<AttemptClock & { events: number }>
  submit: (hold: Hold) => Promise<unknown>
}

export interface AttemptParts {
  /** Unique for this life of the page. */
  life: string
  uuid: () => string
  /** Never set, starts anywhere; milliseconds. */
  steady: () => number
  wall: () => number
  random: () => number
  later: (action: () => void, ms: number) => () => void
  store: RecordStore
  transport: Transport
  /** `lost`: another device has it; `refused`: the same again would be refused again; `later`: try again. */
  failureOf: (error: unknown) => 'lost' | 'refused' | 'later'
  /** How many questions the paper has. */
  total: number
  /** What the page knows already: the answers that came with the paper. */
  known?: readonly KeptAnswer[]
  /** Question to begin with. */
  place?: number
  /** Nobody looks at it: what the last life left is sent as of then, and the attempt is not taken to this device. */
  leftover?: boolean
}
