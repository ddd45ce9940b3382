/** Shapes and limits of assessments for both sides (rules: Assessments). Endpoints are in the other files. */
import * as z from 'zod/mini'
import { id, inSomeLanguages, timestamp } from '../common.ts'
import { type Language, languages } from '../languages.ts'

/* ---- numbers ---- */

/** How long after the deadline an answer may still arrive (E1). */
export const LATE_GRACE_MS = 5_000
/** Reports this close to an event’s first one belong to that event (rules: Assessments). */
export const INTEGRITY_MERGE_MS = 2_000
/** From this number of events on, staff are notified. */
export const INTEGRITY_FLAG_FROM = 3
export const APPEAL_WITHIN_MS = 7 * 24 * 3_600_000
/** How often a running attempt sends a heartbeat. */
export const BEAT_EVERY_MS = 20_000
export const QUESTIONS_MAX = 200
export const EXTRA_MINUTES_MAX = 600
export const REASON_MAX = 1_000
/** With fewer finished attempts a percentile would mean nothing. */
export const PERCENTILE_FROM = 5
/** The highest age a device may claim for an answer or an event: three days without a network. */
export const AGE_MAX_MS = 3 * 24 * 3_600_000

/* ---- texts ---- */

/** A text in the tenant's languages; the main one is always present. */
export const localText = inSomeLanguages(z.string())
export type LocalText = z.infer<typeof localText>

/** The text in the reader's language, else in the main language, else in any. */
export const inLanguage = <T>(
  texts: { readonly [L in Language]?: T | undefined },
  preferred: Language,
  main: Language,
): T | undefined =>
  texts[preferred] ??
  texts[main] ??
  languages.map((language) => texts[language]).find((text): text is T => text !== undefined)

/* ---- enumerations ---- */

export const letters = ['A', 'B', 'C', 'D'] as const
export type Letter = (typeof letters)[number]
/** A letter as the learner sees the options: display order, not the author's. */
export const letter = z.enum(letters)
export const variants = ['full', 'short'] as const
export type Variant = (typeof variants)[number]
export const releases = ['now', 'after_end', 'by_hand'] as const
export type Release = (typeof releases)[number]
export const attemptStates = ['open', 'submitted'] as const
export type AttemptState = (typeof attemptStates)[number]
/** Who ended the attempt: the learner, or the deadline with the answers stored so far. */
export const endings = ['learner', 'deadline'] as const
export type Ending = (typeof endings)[number]

/** The address is for admins: null for instructors. */
export const learnerRef = z.object({ id, name: z.string(), email: z.nullable(z.string()) })
export const topicRef = z.object({ id, key: z.string(), name: localText })
export type TopicRef = z.infer<typeof topicRef>

/** From `from_percent` on, this share of the fees is paid. Highest first. */
export const band = z.object({ from_percent: z.int(), scholarship_percent: z.int() })
export type Band = z.infer<typeof band>
/** Below the last band there is no scholarship (rules: Assessments). */
export const BANDS_DEFAULT: readonly Band[] = [
  { from_percent: 90, scholarship_percent: 100 },
  { from_percent: 80, scholarship_percent: 75 },
  { from_percent: 70, scholarship_percent: 50 },
  { from_percent: 60, scholarship_percent: 25 },
]

export const attemptSummary = z.object({
  id: z.uuid(),
  number: z.int(),
  state: z.enum(attemptStates),
  started_at: timestamp,
  deadline_at: timestamp,
  finished_at: z.nullable(timestamp),
  ended_by: z.nullable(z.enum(endings)),
  /** For a finished attempt: whether the learner may see the result. */
  released: z.boolean(),
})
export type AttemptLine = z.infer<typeof attemptSummary>

/** The percentages at which a result changes: no rounding may lift a score to one of them. */
export const boundsOf = (assessment: {
  readonly bands: readonly Band[]
  readonly pass_percent: number | null
}): number[] => [
  ...assessment.bands.map(({ from_percent }) => from_percent),
  ...(assessment.pass_percent === null ? [] : [assessment.pass_percent]),
]

/** What a list says about one of the caller's attempts; the score is null until released. */
export const scoredAttempt = z.extend(attemptSummary, {
  percent: z.nullable(z.number()),
  passed: z.nullable(z.boolean()),
  scholarship_percent: z.nullable(z.int()),
  /** See `boundsOf`. */
  bounds: z.array(z.int()),
})
export type ScoredAttempt = z.infer<typeof scoredAttempt>

/* ---- answers ---- */

/** The outcome of one sent answer. */
export const answerOutcomes = [
  /** Stored. */
  'kept',
  /** Stored before, or the same device sent something newer: nothing to do. */
  'already',
  /** The question has another final answer, which stays. */
  'conflict',
  /** Arrived after the end; staff may count it. */
  'late',
  /** Another device holds the lease; set aside unless it filled a gap. */
  'elsewhere',
] as const
export type AnswerOutcome = (typeof answerOutcomes)[number]

/** Position 1 to n. One device increments `seq` with each change of this question. */
export const sentAnswer = z.object({
  position: z.int().check(z.minimum(1), z.maximum(QUESTIONS_MAX)),
  /** Null removes the choice while it is not final. */
  choice: z.nullable(letter),
  /** "Submit answer": cannot change any more. Requires a choice. */
  final: z.boolean(),
  marked: z.boolean(),
  seen: z.boolean(),
  seq: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  /** Age by a monotonic clock. */
  age_ms: z.int().check(z.minimum(0), z.maximum(AGE_MAX_MS)),
})
export type SentAnswer = z.infer<typeof sentAnswer>

/** The stored answer to one question. */
export const storedAnswer = z.object({
  position: z.int(),
  choice: z.nullable(letter),
  final: z.boolean(),
  marked: z.boolean(),
  seen: z.boolean(),
  /** From the device that wrote last; a new device starts above the highest. */
  seq: z.int(),
  /** When the server stored it; null if nothing is stored. */
  saved_at: z.nullable(timestamp),
})
export type KeptAnswer = z.infer<typeof storedAnswer>

/* ---- integrity ---- */

export const integrityKinds = ['left_tab', 'left_fullscreen', 'copy', 'paste', 'blur'] as const
export type IntegrityKind = (typeof integrityKinds)[number]
export const sentEvent = z.object({
  /** Made by the device: a repeat counts once. */
  id: z.uuid(),
  kind: z.enum(integrityKinds),
  age_ms: z.int().check(z.minimum(0), z.maximum(AGE_MAX_MS)),
  /** How long the learner was away; 0 where that has no meaning. */
  lasted_ms: z.int().check(z.minimum(0), z.maximum(AGE_MAX_MS)),
  /** The question on the screen. */
  position: z.nullable(z.int().check(z.minimum(1), z.maximum(QUESTIONS_MAX))),
})
export type SentEvent = z.infer<typeof sentEvent>
export const timelineEvent = z.object({
  kind: z.enum(integrityKinds),
  at: timestamp,
  lasted_ms: z.int(),
  /** Number of merged reports. */
  reports: z.int(),
  position: z.nullable(z.int()),
})
export type TimelineEvent = z.infer<typeof timelineEvent>

/** What a person decided about the events. */
export const decisions = ['cleared', 'upheld'] as const
export const integrityDecision = z.object({
  decision: z.enum(decisions),
  note: z.string(),
  by: z.string(),
  at: timestamp,
})
export const appeal = z.object({
  text: z.string(),
  at: timestamp,
  answer: z.nullable(
    z.object({ outcome: z.enum(['accepted', 'declined']), text: z.string(), by: z.string(), at: timestamp }),
  ),
})
export type Appeal = z.infer<typeof appeal>

/* ---- answers after the end ---- */

export const lateAnswer = z.object({
  id,
  position: z.int(),
  choice: z.nullable(letter),
  /** The device's time, from the age it sent; the server does not rely on it. */
  given_at: timestamp,
  received_at: timestamp,
  /** `late`: after the end; `elsewhere`: from a previous device while another held the lease. */
  why: z.enum(['late', 'elsewhere']),
  /** Null until staff count it. */
  counted: z.nullable(z.object({ reason: z.string(), by: z.string(), at: timestamp })),
})
export type LateAnswer = z.infer<typeof lateAnswer>

/* ---- result ---- */

export const topicResult = z.object({
  topic: topicRef,
  right: z.int(),
  questions: z.int(),
  percent: z.number(),
})

export const result = z.object({
  /** 1 at submission; each regrade adds one. */
  version: z.int(),
  right: z.int(),
  questions: z.int(),
  /** Two decimals. */
  percent: z.number(),
  passed: z.nullable(z.boolean()),
  scholarship_percent: z.int(),
  topics: z.array(topicResult),
  /** Null for version 1. */
  reason: z.nullable(z.string()),
  at: timestamp,
})
export type Result = z.infer<typeof result>
