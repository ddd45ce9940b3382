import type {
  AssessmentAction,
  AssessmentCard,
  AssessmentPage,
  notStartable,
} from '#contract/assessments/assessments.ts'
import type { OwnResult } from '#contract/assessments/results.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import {
  isReleased,
  localOf,
  titleOf,
  toAttemptLine,
  toScoredAttempt,
  toTopic,
} from './attempts/attempt.mapper.ts'
import {
  assessmentById,
  assessments,
  isExpired,
  topicsById,
  type AssessmentRow,
  type AttemptRow,
  type Learner,
} from './attempts/attempts.repository.ts'
import { attemptsOfLearner, settingsOfLearner, topicCounts, type LearnerSettings } from './list.repository.ts'
import { maskPhone } from './phone/phone.ts'

export const learnerOf = (scope: MemberScope): Learner => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
})

export type NotStartable = (typeof notStartable)[number]

/** Why an attempt cannot start now; null when it can. Phone verification is a separate, earlier step. */
export const startBlocker = (
  assessment: Pick<AssessmentRow, 'status' | 'opens_at' | 'closes_at' | 'attempts_allowed' | 'questions'>,
  settings: Pick<LearnerSettings, 'granted'> | undefined,
  used: number,
  now: Date,
): NotStartable | null => {
  if (assessment.status !== 'active') return 'inactive'
  if (assessment.opens_at && now < assessment.opens_at) return 'not_open_yet'
  if (assessment.closes_at && now >= assessment.closes_at) return 'closed'
  if (used >= assessment.attempts_allowed + (settings?.granted ?? 0)) return 'no_attempts_left'
  return assessment.questions === 0 ? 'being_prepared' : null
}

const toCard = (
  assessment: AssessmentRow,
  settings: LearnerSettings | undefined,
  attempts: readonly AttemptRow[],
  now: Date,
): AssessmentCard => {
  // Expired attempts are over even if the sweep has not ended them yet.
  const running = attempts.find((each) => each.state === 'open' && !isExpired(each, now))
  const finished = attempts.filter((each) => each !== running)
  const blocker = startBlocker(assessment, settings, attempts.length, now)
  const isPhoneKnown = assessment.phone_verification && Boolean(settings?.phone) && attempts.length === 0
  return {
    id: assessment.id,
    main_language: assessment.language,
    title: titleOf(assessment),
    description: localOf(assessment.texts, (text) => text.description),
    variant: assessment.variant,
    status: assessment.status,
    ...lengthOf(assessment, running, settings),
    opens_at: assessment.opens_at?.toISOString() ?? null,
    closes_at: assessment.closes_at?.toISOString() ?? null,
    phone_verification: assessment.phone_verification,
    attempts_allowed: assessment.attempts_allowed + (settings?.granted ?? 0),
    attempts_used: attempts.length,
    actions: actionsOf({
      isRunning: running !== undefined,
      isStartable: blocker === null,
      isPhoneKnown,
      hasResults: finished.length > 0,
    }),
    not_startable: running ? null : blocker,
    attempts: attempts.map((each) => toAttemptLine(each, isReleased(assessment, now))),
  }
}

/** A running attempt keeps the length it was started with. */
const lengthOf = (
  assessment: AssessmentRow,
  running: AttemptRow | undefined,
  settings: LearnerSettings | undefined,
) => ({
  duration_minutes: (running ?? assessment).duration_minutes,
  extra_minutes: running?.extra_minutes ?? settings?.extra_minutes ?? 0,
  questions: (running ?? assessment).questions,
})

const actionsOf = (card: {
  isRunning: boolean
  isStartable: boolean
  isPhoneKnown: boolean
  hasResults: boolean
}): AssessmentAction[] => {
  const resultActions: AssessmentAction[] = card.hasResults ? ['results'] : []
  if (card.isRunning) return ['resume', ...resultActions]
  if (!card.isStartable) return resultActions
  return [...resultActions, card.isPhoneKnown ? 'continue' : 'start']
}

/** An inactive assessment is shown only to learners with attempts at it. */
const isVisible = (assessment: AssessmentRow, attempts: readonly AttemptRow[]) =>
  assessment.status === 'active' || attempts.length > 0

export const assessmentList = (scope: MemberScope): Promise<{ results: AssessmentCard[] }> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    const rows = await assessments(db, learner.clientId)
    const settings = await settingsOfLearner(db, learner)
    const attempts = Map.groupBy(await attemptsOfLearner(db, learner), (each) => each.assessment_id)
    return {
      results: rows
        .filter((row) => isVisible(row, attempts.get(row.id) ?? []))
        .map((row) => toCard(row, settings.get(row.id), attempts.get(row.id) ?? [], now)),
    }
  })

/** Finished attempts at all assessments, newest first. */
export const ownResults = (scope: MemberScope): Promise<{ results: OwnResult[] }> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    const attempts = Map.groupBy(await attemptsOfLearner(db, learner), (each) => each.assessment_id)
    const results = (await assessments(db, learner.clientId)).flatMap((row) => {
      const all = attempts.get(row.id) ?? []
      return all
        .filter(({ state }) => state === 'submitted')
        .map((each) => ({
          assessment: { id: row.id, title: titleOf(row), main_language: row.language },
          attempt: toScoredAttempt(each, isReleased(row, now)),
          is_one_of_several: all.length > 1,
        }))
    })
    const timeOf = ({ attempt }: OwnResult) => Date.parse(attempt.finished_at ?? attempt.deadline_at)
    return { results: results.toSorted((a, b) => timeOf(b) - timeOf(a)) }
  })

/** The instruction page. */
export const assessmentPage = (scope: MemberScope, assessmentId: number): Promise<AssessmentPage> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    const row = await assessmentById(db, learner.clientId, assessmentId)
    const attempts = await attemptsOfLearner(db, learner, assessmentId)
    if (!row || !isVisible(row, attempts)) throw notFound()
    const settings = (await settingsOfLearner(db, learner)).get(assessmentId)
    const counts = await topicCounts(db, learner.clientId, assessmentId)
    const topics = await topicsById(
      db,
      learner.clientId,
      counts.map((each) => each.topic_id),
    )
    const questionCounts = new Map(counts.map((each) => [each.topic_id, each.questions]))
    return {
      ...toCard(row, settings, attempts, now),
      instructions: localOf(row.texts, (text) => text.instructions),
      topics: topics.map((topic) => ({
        topic: toTopic(topic),
        questions: questionCounts.get(topic.id) ?? 0,
      })),
      pass_percent: row.pass_percent,
      bands: row.bands,
      release: row.release,
      shuffled: { questions: row.shuffle_questions, options: row.shuffle_options },
      verified_phone: settings?.phone ? maskPhone(settings.phone) : null,
      server_time: now.toISOString(),
    }
  })
