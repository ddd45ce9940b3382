import type {
  AssessmentAction,
  AssessmentCard,
  AssessmentPage,
  notStartable,
} from '#contract/assessments/assessments.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { isReleased, localOf, titleOf, toAttemptLine, toTopic } from './attempts/attempt.mapper.ts'
import {
  assessmentById,
  assessments,
  isOver,
  topicsById,
  type AssessmentRow,
  type AttemptRow,
  type Own,
} from './attempts/attempts.repository.ts'
import { ownAttempts, ownStatuses, topicCounts, type Standing } from './list.repository.ts'
import { hiddenPhone } from './phone/phone.ts'

export const ownOf = (scope: MemberScope): Own => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
})

export type NotStartable = (typeof notStartable)[number]

/** Why an attempt cannot begin now; null when it can. Phone apart: that is a step before it. */
export const barTo = (
  assessment: Pick<AssessmentRow, 'status' | 'opens_at' | 'closes_at' | 'attempts_allowed' | 'questions'>,
  standing: Pick<Standing, 'granted'> | undefined,
  used: number,
  now: Date,
): NotStartable | null => {
  if (assessment.status !== 'active') return 'inactive'
  if (assessment.opens_at && now < assessment.opens_at) return 'not_open_yet'
  if (assessment.closes_at && now >= assessment.closes_at) return 'closed'
  if (used >= assessment.attempts_allowed + (standing?.granted ?? 0)) return 'no_attempts_left'
  return assessment.questions === 0 ? 'being_prepared' : null
}

const toCard = (
  assessment: AssessmentRow,
  standing: Standing | undefined,
  attempts: readonly AttemptRow[],
  now: Date,
): AssessmentCard => {
  // What the sweep has not reached yet is over all the same.
  const running = attempts.find((each) => each.state === 'open' && !isOver(each, now))
  const finished = attempts.filter((each) => each !== running)
  const bar = barTo(assessment, standing, attempts.length, now)
  const begin: AssessmentAction[] = running
    ? ['resume']
    : bar
      ? []
      : [assessment.phone_verification && standing?.phone && attempts.length === 0 ? 'continue' : 'start']
  const results: AssessmentAction[] = finished.length > 0 ? ['results'] : []
  return {
    id: assessment.id,
    main_language: assessment.language,
    title: titleOf(assessment),
    description: localOf(assessment.texts, (text) => text.description),
    variant: assessment.variant,
    status: assessment.status,
    duration_minutes: running?.duration_minutes ?? assessment.duration_minutes,
    extra_minutes: running?.extra_minutes ?? standing?.extra_minutes ?? 0,
    questions: running?.questions ?? assessment.questions,
    opens_at: assessment.opens_at?.toISOString() ?? null,
    closes_at: assessment.closes_at?.toISOString() ?? null,
    phone_verification: assessment.phone_verification,
    attempts_allowed: assessment.attempts_allowed + (standing?.granted ?? 0),
    attempts_used: attempts.length,
    actions: running ? [...begin, ...results] : [...results, ...begin],
    not_startable: running ? null : bar,
    attempts: attempts.map((each) => toAttemptLine(each, isReleased(assessment, now))),
  }
}

/** What is switched off is shown to those only who have something in it. */
const isShown = (assessment: AssessmentRow, attempts: readonly AttemptRow[]) =>
  assessment.status === 'active' || attempts.length > 0

export const assessmentList = (scope: MemberScope): Promise<{ results: AssessmentCard[] }> =>
  scope.tx(async (db) => {
    const own = ownOf(scope)
    const now = scope.clock.now()
    const rows = await assessments(db, own.clientId)
    const statuses = await ownStatuses(db, own)
    const attempts = Map.groupBy(await ownAttempts(db, own), (each) => each.assessment_id)
    return {
      results: rows
        .filter((row) => isShown(row, attempts.get(row.id) ?? []))
        .map((row) => toCard(row, statuses.get(row.id), attempts.get(row.id) ?? [], now)),
    }
  })

/** The instruction page. */
export const assessmentPage = (scope: MemberScope, assessmentId: number): Promise<AssessmentPage> =>
  scope.tx(async (db) => {
    const own = ownOf(scope)
    const now = scope.clock.now()
    const row = await assessmentById(db, own.clientId, assessmentId)
    const attempts = await ownAttempts(db, own, assessmentId)
    if (!row || !isShown(row, attempts)) throw notFound()
    const standing = (await ownStatuses(db, own)).get(assessmentId)
    const counts = await topicCounts(db, own.clientId, assessmentId)
    const topics = await topicsById(
      db,
      own.clientId,
      counts.map((each) => each.topic_id),
    )
    const asked = new Map(counts.map((each) => [each.topic_id, each.questions]))
    return {
      ...toCard(row, standing, attempts, now),
      instructions: localOf(row.texts, (text) => text.instructions),
      topics: topics.map((topic) => ({ topic: toTopic(topic), questions: asked.get(topic.id) ?? 0 })),
      pass_percent: row.pass_percent,
      bands: row.bands,
      release: row.release,
      shuffled: { questions: row.shuffle_questions, options: row.shuffle_options },
      verified_phone: standing?.phone ? hiddenPhone(standing.phone) : null,
      server_time: now.toISOString(),
    }
  })
