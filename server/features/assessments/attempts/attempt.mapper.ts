import {
  boundsOf,
  type AttemptLine,
  type KeptAnswer,
  type Letter,
  type LocalText,
  type ScoredAttempt,
  type TopicRef,
} from '#contract/assessments/shapes.ts'
import type { AttemptClock, AttemptPage, ShownQuestion } from '#contract/assessments/assessments.ts'
import { languages, type Language } from '#contract/languages.ts'
import type { AnswerRow, AssessmentRow, AttemptRow, QuestionRow, TopicRow } from './attempts.repository.ts'

/** One field of the texts, in every language that has it. */
export const localOf = <T, R>(
  texts: { readonly [L in Language]?: T },
  pick: (text: T) => R,
): { [L in Language]?: R } =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const text = texts[language]
      return text === undefined ? [] : [[language, pick(text)]]
    }),
  )

export const titleOf = (row: Pick<AssessmentRow, 'texts'>): LocalText =>
  localOf(row.texts, (text) => text.title)

export const toTopic = (row: TopicRow): TopicRef => ({ id: row.id, key: row.slug, name: row.names })

const LETTERS = 'ABCD'
/** The author's options in the order that this learner sees. */
export const inShownOrder = <T>(order: string, options: readonly T[]): T[] =>
  Array.from(order, (each) => options[LETTERS.indexOf(each)]).filter((each): each is T => each !== undefined)

/** The letter under which this learner sees the author's option. */
export const shownLetter = (order: string, authorLetter: Letter): Letter =>
  LETTERS.charAt(order.indexOf(authorLetter)) as Letter

export const toShownQuestion = (row: QuestionRow): ShownQuestion => ({
  position: row.position,
  topic_id: row.topic_id,
  main_language: row.language,
  texts: localOf(row.shown, ({ prompt, options }) => ({
    prompt,
    options: inShownOrder(row.option_order, options),
  })),
})

export const toSavedAnswer = (position: number, row: AnswerRow | undefined): KeptAnswer => ({
  position,
  choice: row?.choice ?? null,
  final: row?.final ?? false,
  marked: row?.marked ?? false,
  seen: row?.seen ?? false,
  seq: row?.seq ?? 0,
  saved_at: row?.saved_at?.toISOString() ?? null,
})

export const timeLeft = (row: Pick<AttemptRow, 'state' | 'deadline_at'>, now: Date): number =>
  row.state === 'open' ? Math.max(0, row.deadline_at.getTime() - now.getTime()) : 0

type ClockRow = Pick<AttemptRow, 'state' | 'deadline_at' | 'extra_minutes' | 'version' | 'holder'>

export const toClock = (row: ClockRow, now: Date, holder: string | undefined): AttemptClock => ({
  state: row.state,
  time_left_ms: timeLeft(row, now),
  deadline_at: row.deadline_at.toISOString(),
  extra_minutes: row.extra_minutes,
  version: row.version,
  held: row.state === 'open' && row.holder === holder,
})

export const toAttemptLine = (row: AttemptRow, released: boolean): AttemptLine => ({
  id: row.id,
  number: row.number,
  state: row.state,
  started_at: row.started_at.toISOString(),
  deadline_at: row.deadline_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  ended_by: row.ended_by,
  released: row.state === 'submitted' && released,
})

/** With the score once released. */
export const toScoredAttempt = (row: AttemptRow, released: boolean): ScoredAttempt => {
  const line = toAttemptLine(row, released)
  const shown = <T>(value: T): T | null => (line.released ? value : null)
  return {
    ...line,
    percent: shown(row.percent),
    passed: shown(row.passed),
    scholarship_percent: shown(row.scholarship_percent),
    bounds: boundsOf(row),
  }
}

export const toAttemptPage = (
  row: ClockRow &
    Pick<
      AttemptRow,
      | 'id'
      | 'assessment_id'
      | 'number'
      | 'duration_minutes'
      | 'started_at'
      | 'finished_at'
      | 'position'
      | 'events'
    >,
  assessment: Pick<AssessmentRow, 'texts' | 'language' | 'variant'>,
  content: { questions: QuestionRow[]; answers: AnswerRow[]; topics: TopicRow[] },
  view: { now: Date; holder: string | undefined },
): AttemptPage => {
  const byPosition = new Map(content.answers.map((answer) => [answer.position, answer]))
  return {
    ...toClock(row, view.now, view.holder),
    id: row.id,
    assessment_id: row.assessment_id,
    number: row.number,
    title: titleOf(assessment),
    main_language: assessment.language,
    variant: assessment.variant,
    duration_minutes: row.duration_minutes,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    position: row.position,
    topics: content.topics.map(toTopic),
    questions: content.questions.map(toShownQuestion),
    answers: content.questions.map(({ position }) => toSavedAnswer(position, byPosition.get(position))),
    events: row.events,
  }
}

/**
 * Whether learners may see results now. With `after_end` they wait until nobody is taking the assessment any more.
 */
export const isReleased = (
  row: Pick<AssessmentRow, 'release' | 'closes_at' | 'released_at' | 'running'>,
  now: Date,
): boolean => {
  if (row.release === 'now' || row.released_at !== null) return true
  return row.release === 'after_end' && row.closes_at !== null && row.closes_at <= now && !row.running
}
