/** One attempt as staff see it. */
import type { AttemptDetail } from '#contract/assessments/admin/results.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { shownLetter, toTopic } from '../attempts/attempt.mapper.ts'
import { attemptById, reportsOf, topicsById } from '../attempts/attempts.repository.ts'
import { timelineOf } from '../attempts/integrity.ts'
import type { AssessmentContext } from '../context.ts'
import { attemptsOfLearner, settingsOfLearner } from '../list.repository.ts'
import { toAppeal, toDecision, toLate, toResult } from '../results/result.mapper.ts'
import { byLetter, reviewTexts } from '../results/result.service.ts'
import { lateAnswersOf, markedQuestions, resultsOf } from '../results/results.repository.ts'
import { showLearnerTo, toResultRow } from './admin.mapper.ts'
import { requireAssessment, totalsOf } from './results.service.ts'
import { attemptRow, scoreCounts } from './rows.repository.ts'
import { percentilesOf } from './score-summary.ts'

interface ExtraRow {
  minutes: number
  reason: string
  by: string | null
  at: Date
}
const extrasOf = async (db: TenantDb, clientId: number, attemptId: string): Promise<ExtraRow[]> => {
  const { rows } = await sql<ExtraRow>`
    select e.minutes, e.reason, e.at, u.full_name as by from attempt_extra e
    left join app_user u on u.client_id = e.client_id and u.id = e.by_user
    where e.client_id = ${clientId} and e.attempt_id = ${attemptId} order by e.at`.execute(db)
  return rows
}

export const readAttemptDetail = async (
  context: AssessmentContext,
  db: TenantDb,
  scope: StaffScope,
  attemptId: string,
): Promise<AttemptDetail> => {
  const { clientId } = scope.tenant
  const row = await attemptById(db, clientId, attemptId)
  const listRow = await attemptRow(db, clientId, attemptId)
  if (!row || !listRow) throw notFound()
  const assessment = await requireAssessment(context, db, scope, row.assessment_id)
  const learner = { clientId, userId: row.user_id }
  const answers = await markedQuestions(db, clientId, attemptId)
  const topics = await topicsById(
    db,
    clientId,
    answers.map((answer) => answer.topic_id),
  )
  const percentile = percentilesOf(await scoreCounts(db, clientId, row.assessment_id))
  const settings = (await settingsOfLearner(db, learner)).get(row.assessment_id)
  return {
    row: toResultRow(listRow, percentile, showLearnerTo(context, scope)),
    assessment: await totalsOf(context, db, scope, row.assessment_id),
    deadline_at: row.deadline_at.toISOString(),
    extra_minutes: row.extra_minutes,
    phone: row.phone,
    answers_hash: row.answers_hash,
    last_seen_at: row.last_seen_at.toISOString(),
    topics: topics.map(toTopic),
    answers: answers.map((answer) => ({
      position: answer.position,
      question_id: answer.question_id,
      version: answer.version,
      topic_id: answer.topic_id,
      main_language: answer.language,
      texts: reviewTexts(answer),
      choice: answer.choice,
      right: answer.right_letters.map((each) => shownLetter(answer.option_order, each)).toSorted(byLetter),
      correct: answer.is_right,
      final: answer.final,
      marked: answer.marked,
      saved_at: answer.saved_at?.toISOString() ?? null,
      submitted_at: answer.submitted_at?.toISOString() ?? null,
    })),
    results: (await resultsOf(db, clientId, attemptId)).map((version) => ({
      ...toResult(version, topics),
      by: version.by,
    })),
    late: (await lateAnswersOf(db, clientId, attemptId)).map(toLate),
    timeline: timelineOf(await reportsOf(db, clientId, attemptId)),
    decision: toDecision(row),
    appeal: toAppeal(row),
    extra: (await extrasOf(db, clientId, attemptId)).map((extra) => ({
      minutes: extra.minutes,
      reason: extra.reason,
      by: extra.by ?? '',
      at: extra.at.toISOString(),
    })),
    attempts_allowed: assessment.attempts_allowed + (settings?.granted ?? 0),
    attempts_used: (await attemptsOfLearner(db, learner, row.assessment_id)).length,
  }
}

export const attemptDetail = (
  context: AssessmentContext,
  scope: StaffScope,
  attemptId: string,
): Promise<AttemptDetail> => scope.tx((db) => readAttemptDetail(context, db, scope, attemptId))
