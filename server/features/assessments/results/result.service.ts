/** What a learner may see of a finished attempt. */
import { APPEAL_WITHIN_MS, type Appeal } from '#contract/assessments/shapes.ts'
import type { appealDecision, Receipt, ResultPage, Review } from '#contract/assessments/results.ts'
import { sql } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import {
  inShownOrder,
  isReleased,
  localOf,
  shownLetter,
  titleOf,
  toAttemptLine,
  toScoredAttempt,
  toTopic,
} from '../attempts/attempt.mapper.ts'
import { currentAttempt } from '../attempts/attempt.service.ts'
import {
  assessmentById,
  attemptOfLearner,
  reportsOf,
  topicsById,
  type AssessmentRow,
  type AttemptRow,
} from '../attempts/attempts.repository.ts'
import { audit } from '../audit.ts'
import type { AssessmentContext } from '../context.ts'
import { timelineOf } from '../attempts/integrity.ts'
import { attemptsOfLearner, settingsOfLearner } from '../list.repository.ts'
import { startBlocker, learnerOf } from '../list.service.ts'
import { toAppeal, toDecision, toLate, toPercentile, toResult } from './result.mapper.ts'
import {
  canonicalOf,
  lateAnswersOf,
  markedQuestions,
  nameOf,
  rankOf,
  receiptRows,
  resultsOf,
} from './results.repository.ts'
import { markResultSeen } from './notify-results.job.ts'

interface FinishedAttempt {
  row: AttemptRow & { finished_at: Date; ended_by: 'learner' | 'deadline'; answers_hash: string }
  assessment: AssessmentRow
}

/** The learner's finished attempt; throws while it is running. */
const requireFinished = async (
  context: AssessmentContext,
  db: TenantDb,
  scope: MemberScope,
  attemptId: string,
): Promise<FinishedAttempt> => {
  const row = await currentAttempt(context, db, scope, attemptId)
  const { finished_at, ended_by, answers_hash } = row
  if (!finished_at || !ended_by || answers_hash === null)
    throw new AppError('conflict', 'This attempt is still running.')
  const assessment = await assessmentById(db, scope.tenant.clientId, row.assessment_id)
  if (!assessment) throw notFound()
  return { row: { ...row, finished_at, ended_by, answers_hash }, assessment }
}

/** A decision against the learner can be appealed once, within seven days. */
const appealDeadline = (row: AttemptRow, now: Date): Date | null => {
  if (row.decision !== 'upheld' || !row.decision_at || row.appeal_at) return null
  const deadline = new Date(row.decision_at.getTime() + APPEAL_WITHIN_MS)
  return now <= deadline ? deadline : null
}

export const resultPage = (
  context: AssessmentContext,
  scope: MemberScope,
  attemptId: string,
): Promise<ResultPage> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const learner = learnerOf(scope)
    const { row, assessment } = await requireFinished(context, db, scope, attemptId)
    const released = isReleased(assessment, now)
    if (released) await markResultSeen(db, learner.clientId, attemptId)
    const versions = released ? await resultsOf(db, learner.clientId, attemptId) : []
    const topics = await topicsById(
      db,
      learner.clientId,
      versions.flatMap((version) => version.topics.map((topic) => topic.topic_id)),
    )
    const rank = released ? await rankOf(db, learner.clientId, row.assessment_id, row.percent ?? 0) : null
    const attempts = await attemptsOfLearner(db, learner, assessment.id)
    const settings = (await settingsOfLearner(db, learner)).get(assessment.id)
    const [newest, ...earlier] = versions.map((version) => toResult(version, topics))
    return {
      attempt: toAttemptLine(row, released),
      assessment: {
        id: assessment.id,
        title: titleOf(assessment),
        main_language: assessment.language,
        variant: assessment.variant,
        duration_minutes: row.duration_minutes,
        release: assessment.release,
        pass_percent: row.pass_percent,
        bands: row.bands,
        closes_at: assessment.closes_at?.toISOString() ?? null,
      },
      questions: row.questions,
      answered: row.answered,
      answers_hash: row.answers_hash,
      result: newest ?? null,
      percentile: rank && toPercentile(rank),
      finished: rank?.all ?? 0,
      earlier,
      attempts: attempts.map((each) => toScoredAttempt(each, released)),
      late: (await lateAnswersOf(db, learner.clientId, attemptId)).map(toLate),
      timeline: timelineOf(await reportsOf(db, learner.clientId, attemptId)),
      decision: toDecision(row),
      appeal: toAppeal(row),
      appeal_until: appealDeadline(row, now)?.toISOString() ?? null,
      may_start_again: startBlocker(assessment, settings, attempts.length, now) === null,
    }
  })

/** Contains the keys, so it answers 404 before the release. */
export const reviewOf = (
  context: AssessmentContext,
  scope: MemberScope,
  attemptId: string,
): Promise<Review> =>
  scope.tx(async (db) => {
    const { clientId } = learnerOf(scope)
    const { assessment } = await requireFinished(context, db, scope, attemptId)
    if (!isReleased(assessment, scope.clock.now())) throw notFound()
    const rows = await markedQuestions(db, clientId, attemptId)
    const topics = await topicsById(
      db,
      clientId,
      rows.map((row) => row.topic_id),
    )
    return {
      topics: topics.map(toTopic),
      questions: rows.map((row) => ({
        position: row.position,
        topic_id: row.topic_id,
        main_language: row.language,
        texts: reviewTexts(row),
        choice: row.choice,
        right: row.right_letters.map((each) => shownLetter(row.option_order, each)).toSorted(byLetter),
        correct: row.is_right,
        key_corrected: row.key_corrected,
      })),
    }
  })

export const byLetter = (a: string, b: string): number => (a < b ? -1 : 1)

/** Prompt, options in the shown order, and explanation. */
export const reviewTexts = (row: {
  shown: Parameters<typeof localOf<{ prompt: string; options: string[] }, unknown>>[0]
  explanations: { readonly [language: string]: string | undefined }
  option_order: string
}) => {
  const texts: Record<string, { prompt: string; options: string[]; explanation: string }> = {}
  for (const [language, text] of Object.entries(row.shown))
    texts[language] = {
      prompt: text.prompt,
      options: inShownOrder(row.option_order, text.options),
      explanation: row.explanations[language] ?? '',
    }
  return texts
}

export const receiptOf = (
  context: AssessmentContext,
  scope: MemberScope,
  attemptId: string,
): Promise<Receipt> =>
  scope.tx(async (db) => {
    const { clientId, userId } = learnerOf(scope)
    const { row, assessment } = await requireFinished(context, db, scope, attemptId)
    const rows = await receiptRows(db, clientId, attemptId)
    return {
      attempt_id: row.id,
      assessment_id: row.assessment_id,
      title: titleOf(assessment),
      main_language: assessment.language,
      learner: await nameOf(db, clientId, userId),
      number: row.number,
      started_at: row.started_at.toISOString(),
      finished_at: row.finished_at.toISOString(),
      ended_by: row.ended_by,
      answers: rows.map((answer) => ({
        position: answer.position,
        question_id: answer.question_id,
        version: answer.version,
        choice: answer.choice,
        option: answer.choice && optionText(answer.shown, answer.option_order, answer.choice),
        final: answer.final,
        saved_at: answer.choice ? (answer.saved_at?.toISOString() ?? null) : null,
        submitted_at: answer.submitted_at?.toISOString() ?? null,
      })),
      late: (await lateAnswersOf(db, clientId, attemptId)).map(toLate),
      canonical: await canonicalOf(db, clientId, attemptId, row.finished_at),
      answers_hash: row.answers_hash,
    }
  })

const optionText = (
  shown: Parameters<typeof localOf<{ options: string[] }, string>>[0],
  order: string,
  choice: string,
) => localOf(shown, (text) => inShownOrder(order, text.options)['ABCD'.indexOf(choice)] ?? '')

/** Allowed once; a repeated request with the same text gets the same answer. */
export const appeal = (
  context: AssessmentContext,
  scope: MemberScope,
  attemptId: string,
  body: BodyOf<typeof appealDecision>,
): Promise<Appeal> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const now = scope.clock.now()
    await sql`select id from assessment_attempt where client_id = ${learner.clientId} and id = ${attemptId} for update`.execute(
      db,
    )
    const row = await attemptOfLearner(db, learner, attemptId)
    if (!row) throw notFound()
    const existing = toAppeal(row)
    if (existing?.text === body.text) return existing
    if (existing) throw new AppError('conflict', 'You have appealed this decision already.')
    if (!appealDeadline(row, now))
      throw new AppError('conflict', 'There is no decision that can be appealed any more.')
    await sql`update assessment_attempt set appeal_text = ${body.text}, appeal_at = ${now}
      where client_id = ${learner.clientId} and id = ${attemptId}`.execute(db)
    await audit(context, db, scope, { action: 'assessments.appeal', object: `attempt:${attemptId}` })
    return { text: body.text, at: now.toISOString(), answer: null }
  })
