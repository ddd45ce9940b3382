/**
 * What assessments are made of on both sides (RULES "Assessments"). No endpoint lives here: learners' calls are in
 * assessments.ts, the staff's in admin/, the bank in question-bank/.
 */
import * as z from 'zod/mini'
import { id, inSomeLanguages, timestamp } from '../common.ts'
import { type Language, languages } from '../languages.ts'

/* ---- numbers ---- */

/** TRUST E1: how long after the deadline an answer may still arrive. */
export const LATE_GRACE_MS = 5_000
/** Reports closer than this to an event’s first one are that event (RULES "Assessments"). */
export const INTEGRITY_MERGE_MS = 2_000
/** From this many events on, staff are told. */
export const INTEGRITY_FLAG_FROM = 3
export const APPEAL_WITHIN_MS = 7 * 24 * 3_600_000
/** How often a running attempt says that it is there. */
export const BEAT_EVERY_MS = 20_000
export const QUESTIONS_MAX = 200
export const EXTRA_MINUTES_MAX = 600
export const REASON_MAX = 1_000
/** Fewer finished attempts than this and a percentile would mean nothing. */
export const PERCENTILE_FROM = 5
/** Oldest age that a device may claim for an answer or an event: three days without a network. */
export const AGE_MAX_MS = 3 * 24 * 3_600_000

/* ---- texts ---- */

/** One text in the tenant's languages; the main one is always there. */
export const localText = inSomeLanguages(z.string())
export type LocalText = z.infer<typeof localText>

/** In the reader's language, else in the main one, else in any. */
export const inLanguage = <T>(
  texts: { readonly [L in Language]?: T | undefined },
  wanted: Language,
  main: Language,
): T | undefined =>
  texts[wanted] ??
  texts[main] ??
  languages.map((each) => texts[each]).find((text): text is T => text !== undefined)

/* ---- words ---- */

export const letters = ['A', 'B', 'C', 'D'] as const
export type Letter = (typeof letters)[number]
/** As the learner sees the options: order on the screen, not the author's. */
export const letter = z.enum(letters)
export const variants = ['full', 'short'] as const
export type Variant = (typeof variants)[number]
export const releases = ['now', 'after_end', 'by_hand'] as const
export type Release = (typeof releases)[number]
export const attemptStates = ['open', 'submitted'] as const
export type AttemptState = (typeof attemptStates)[number]
/** Who ended it: the learner, or the clock with what was there. */
export const endings = ['learner', 'deadline'] as const
export type Ending = (typeof endings)[number]

export const learnerRef = z.object({ id, name: z.string(), email: z.string() })
export const topicRef = z.object({ id, key: z.string(), name: localText })
export type TopicRef = z.infer<typeof topicRef>

/** From `from_percent` on, so much of the fees is paid. Highest first. */
export const band = z.object({ from_percent: z.int(), scholarship_percent: z.int() })
export type Band = z.infer<typeof band>
/** RULES "Assessments". Below the last: nothing. */
export const BANDS_DEFAULT: readonly Band[] = [
  { from_percent: 90, scholarship_percent: 100 },
  { from_percent: 80, scholarship_percent: 75 },
  { from_percent: 70, scholarship_percent: 50 },
  { from_percent: 60, scholarship_percent: 25 },
]

export const attemptLine = z.object({
  id: z.uuid(),
  number: z.int(),
  state: z.enum(attemptStates),
  started_at: timestamp,
  deadline_at: timestamp,
  finished_at: z.nullable(timestamp),
  ended_by: z.nullable(z.enum(endings)),
  /** Of an attempt that is over: whether the result may be seen. */
  released: z.boolean(),
})
export type AttemptLine = z.infer<typeof attemptLine>

/* ---- answers ---- */

/** What happened with one answer that was sent. */
export const answerOutcomes = [
  /** Stored. */
  'kept',
  /** Stored before, or something newer of the same device is: nothing to do. */
  'already',
  /** This question has another final answer; that one stands. */
  'conflict',
  /** Arrived after the end: put aside, a person may count it. */
  'late',
  /** Another device has the attempt: put aside unless it filled a gap. */
  'elsewhere',
] as const
export type AnswerOutcome = (typeof answerOutcomes)[number]

/** Position 1 to n; `seq` counts up on one device with each change of this question. */
export const sentAnswer = z.object({
  position: z.int().check(z.minimum(1), z.maximum(QUESTIONS_MAX)),
  /** Null takes the choice back, as long as it is not final. */
  choice: z.nullable(letter),
  /** "Submit answer": cannot change any more. Needs a choice. */
  final: z.boolean(),
  marked: z.boolean(),
  seen: z.boolean(),
  seq: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  /** How long ago by a clock that nobody sets. */
  age_ms: z.int().check(z.minimum(0), z.maximum(AGE_MAX_MS)),
})
export type SentAnswer = z.infer<typeof sentAnswer>

/** What the server holds of one question. */
export const keptAnswer = z.object({
  position: z.int(),
  choice: z.nullable(letter),
  final: z.boolean(),
  marked: z.boolean(),
  seen: z.boolean(),
  /** Of the device that wrote it last; a new holder starts above the highest. */
  seq: z.int(),
  /** When the server took it; null before anything was. */
  saved_at: z.nullable(timestamp),
})
export type KeptAnswer = z.infer<typeof keptAnswer>

/* ---- integrity ---- */

export const integrityKinds = ['left_tab', 'left_fullscreen', 'copy', 'paste', 'blur'] as const
export type IntegrityKind = (typeof integrityKinds)[number]
export const sentEvent = z.object({
  /** Made by the device: a repeat counts once. */
  id: z.uuid(),
  kind: z.enum(integrityKinds),
  age_ms: z.int().check(z.minimum(0), z.maximum(AGE_MAX_MS)),
  /** How long one was away; 0 where that means nothing. */
  lasted_ms: z.int().check(z.minimum(0), z.maximum(AGE_MAX_MS)),
  /** The question on the screen. */
  position: z.nullable(z.int().check(z.minimum(1), z.maximum(QUESTIONS_MAX))),
})
export type SentEvent = z.infer<typeof sentEvent>
export const timelineEvent = z.object({
  kind: z.enum(integrityKinds),
  at: timestamp,
  lasted_ms: z.int(),
  /** How many reports this is made of. */
  reports: z.int(),
  position: z.nullable(z.int()),
})
export type TimelineEvent = z.infer<typeof timelineEvent>

/** A person looked at the events. */
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

/* ---- what came after the end ---- */

export const lateAnswer = z.object({
  id,
  position: z.int(),
  choice: z.nullable(letter),
  /** The device's own time, by its age; the server does not go by it. */
  given_at: timestamp,
  received_at: timestamp,
  /** `late`: after the end; `elsewhere`: from an older device while another held the attempt. */
  why: z.enum(['late', 'elsewhere']),
  /** Null until a person counted it. */
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
  /** 1 at submission; each regrade makes the next. */
  version: z.int(),
  right: z.int(),
  questions: z.int(),
  /** With two decimals. */
  percent: z.number(),
  passed: z.nullable(z.boolean()),
  scholarship_percent: z.int(),
  topics: z.array(topicResult),
  /** Null for version 1. */
  reason: z.nullable(z.string()),
  at: timestamp,
})
export type Result = z.infer<typeof result>
