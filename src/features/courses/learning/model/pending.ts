/** What was learned and is not on the server yet: what one entry says, and how two of them become one. Pure. */
import type { GivenAnswer } from '#contract/courses/quiz.ts'
import type { LessonNote } from '#contract/courses/learning.ts'
import type { ScormState } from '#contract/scorm/scorm.ts'
import { subtract, union, type Range } from './ranges.ts'

export type Pending =
  | { kind: 'article'; itemId: number }
  /** `clock`: when it was played, in seconds since 1970 by this device. */
  | { kind: 'video'; itemId: number; position: number; ranges: Range[]; clock: Range[] }
  | { kind: 'place'; itemId: number; paragraph?: number; questionId?: number }
  | { kind: 'draft'; itemId: number; attempt: number; answers: GivenAnswer[] }
  | { kind: 'quiz'; itemId: number; key: string; answers: GivenAnswer[] }
  /** What a package wants kept; one entry a session, for an older one says what it reached. */
  | {
      kind: 'scorm'
      itemId: number
      attempt: number
      session: string
      sequence: number
      state: ScormState
    }
  | {
      kind: 'note'
      itemId: number
      noteId: string
      /** Null: it was deleted. */
      note: Pick<LessonNote, 'body' | 'colour' | 'place'> | null
      changedAt: number
    }

/**
 * One entry each: what comes later takes the place of what waits, or joins it. A quiz handed in is an attempt of its own,
 * also beside one that was handed in in another tab.
 */
export const keyOf = (entry: Pending) => {
  if (entry.kind === 'note') return `note:${entry.noteId}`
  const key = `${entry.kind}:${entry.itemId}`
  if (entry.kind === 'quiz') return `${key}:${entry.key}`
  return entry.kind === 'scorm' ? `${key}:${entry.session}` : key
}

/** The later answer to each question. */
const unitedAnswers = (old: readonly GivenAnswer[], now: readonly GivenAnswer[]): GivenAnswer[] => [
  ...new Map([...old, ...now].map((answer) => [answer.question_id, answer])).values(),
]

/** `entry` is the younger one. */
export const joined = (old: Pending, entry: Pending): Pending => {
  if (entry.kind === 'video' && old.kind === 'video')
    return {
      ...entry,
      ranges: union([...old.ranges, ...entry.ranges]),
      clock: union([...old.clock, ...entry.clock]),
    }
  if (entry.kind === 'draft' && old.kind === 'draft' && entry.attempt === old.attempt)
    return { ...entry, answers: unitedAnswers(old.answers, entry.answers) }
  if (entry.kind === 'place' && old.kind === 'place') return { ...old, ...entry }
  return entry
}

/** What is left after `sent` arrived; null when nothing came in between. */
export const remainder = (now: Pending, sent: Pending): Pending | null => {
  if (now === sent) return null
  if (now.kind === 'video' && sent.kind === 'video') {
    const ranges = subtract(now.ranges, sent.ranges)
    const clock = subtract(now.clock, sent.clock)
    return ranges.length === 0 && now.position === sent.position ? null : { ...now, ranges, clock }
  }
  // An article is read or not; everything else was changed meanwhile and goes whole.
  return now.kind === 'article' ? null : now
}
