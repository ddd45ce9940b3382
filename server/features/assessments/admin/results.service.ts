/** Results and the live monitor for staff. */
import {
  listResults,
  type AssessmentTotals,
  type exportResults,
  type Monitor,
  type releaseResults,
  type ResultsPage,
} from '#contract/assessments/admin/results.ts'
import { BEAT_EVERY_MS, inLanguage } from '#contract/assessments/shapes.ts'
import { sql } from 'kysely'
import { pathFor, type BodyOf, type QueryOf, type ResponseOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import { timeLeft, titleOf, toTopic } from '../attempts/attempt.mapper.ts'
import {
  assessmentById,
  assessments,
  topicsById,
  type AssessmentRow,
} from '../attempts/attempts.repository.ts'
import { audit } from '../audit.ts'
import type { AssessmentContext } from '../context.ts'
import { isFlagged } from '../attempts/integrity.ts'
import { showLearnerTo, toResultRow, toTotals } from './admin.mapper.ts'
import {
  archivedIds,
  attemptRows,
  monitorRows,
  scoreCounts,
  topicShares,
  totalRows,
} from './rows.repository.ts'
import { percentilesOf, summaryOf } from './score-summary.ts'

const HOUR_MS = 3_600_000
/** Two heartbeats may get lost on a slow connection before a learner counts as offline. */
const OFFLINE_AFTER_MS = 2 * BEAT_EVERY_MS + 5_000
/** Most rows in one export. */
const EXPORT_MAX = 100_000

export const allTotals = (
  { policy }: AssessmentContext,
  scope: StaffScope,
): Promise<{ results: AssessmentTotals[] }> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const totals = new Map((await totalRows(db, clientId)).map((row) => [row.assessment_id, row]))
    const archived = await archivedIds(db, clientId)
    const visible = await policy.visibleIds(db, scope)
    const rows = (await assessments(db, clientId)).filter(({ id }) => visible.has(id))
    const allAssessments = rows.map((row) => toTotals(row, totals.get(row.id), scope.clock.now()))
    return { results: allAssessments.filter((each) => !archived.has(each.id) || needsAttention(each)) }
  })

/** Archived assessments are hidden unless they need attention. */
const needsAttention = ({ open, flagged, appeals, late }: AssessmentTotals) =>
  open + flagged + appeals + late > 0

/** 404 unless the actor works on it. */
export const requireAssessment = async (
  { policy }: AssessmentContext,
  db: TenantDb,
  scope: StaffScope,
  id: number,
): Promise<AssessmentRow> => {
  await policy.requireAssigned(db, scope, id)
  const row = await assessmentById(db, scope.tenant.clientId, id)
  if (!row) throw notFound()
  return row
}

/** One assessment with the counts of its attempts. */
export const totalsOf = async (
  context: AssessmentContext,
  db: TenantDb,
  scope: StaffScope,
  id: number,
): Promise<AssessmentTotals> => {
  const row = await requireAssessment(context, db, scope, id)
  const [totals] = await totalRows(db, scope.tenant.clientId, id)
  return toTotals(row, totals, scope.clock.now())
}

export const resultList = (
  context: AssessmentContext,
  scope: StaffScope,
  assessmentId: number,
  query: QueryOf<typeof listResults>,
): Promise<ResultsPage> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const { page, page_size: size, ordering, ...asked } = query
    const filters = { ...asked, inAddresses: context.policy.maySeeAddresses(scope) }
    const show = showLearnerTo(context, scope)
    const assessment = await totalsOf(context, db, scope, assessmentId)
    const counts = await scoreCounts(db, clientId, assessmentId, filters)
    const count = counts.reduce((sum, each) => sum + each.attempts, 0)
    const rows = await attemptRows(db, clientId, assessmentId, filters, {
      ordering,
      limit: size,
      offset: (page - 1) * size,
    })
    const percentile = percentilesOf(await scoreCounts(db, clientId, assessmentId))
    const shares = await topicShares(db, clientId, assessmentId, filters)
    const topics = await topicsById(
      db,
      clientId,
      shares.map((each) => each.topic_id),
    )
    return {
      ...pageLinks(pathFor(listResults, { clientId, assessmentId }), query, count),
      results: rows.map((row) => toResultRow(row, percentile, show)),
      assessment,
      summary: {
        ...summaryOf(counts),
        topics: topics.map((topic) => ({
          topic: toTopic(topic),
          percent: shares.find((each) => each.topic_id === topic.id)?.percent ?? 0,
        })),
      },
    }
  })

const CSV_HEADER = [
  'attempt',
  'name',
  'email',
  'number',
  'state',
  'started_at',
  'finished_at',
  'ended_by',
  'answered',
  'questions',
  'right',
  'percent',
  'percentile',
  'passed',
  'scholarship_percent',
  'result_version',
  'events',
  'decision',
  'late_answers',
  'ref',
]

const EMAIL_COLUMN = CSV_HEADER.indexOf('email')

/**
 * A CSV for spreadsheets; cells that they would run as formulas are escaped (C8). Only admins get the addresses.
 */
export const exportCsv = (
  context: AssessmentContext,
  scope: StaffScope,
  assessmentId: number,
  asked: QueryOf<typeof exportResults>,
): Promise<ResponseOf<typeof exportResults>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const assessment = await requireAssessment(context, db, scope, assessmentId)
    const hasAddresses = context.policy.maySeeAddresses(scope)
    const filters = { ...asked, inAddresses: hasAddresses }
    const show = showLearnerTo(context, scope)
    const percentile = percentilesOf(await scoreCounts(db, clientId, assessmentId))
    const rows = await attemptRows(db, clientId, assessmentId, filters, {
      ordering: 'started_at',
      limit: EXPORT_MAX,
      offset: 0,
    })
    const csvRows = rows.map((attempt) => {
      const row = toResultRow(attempt, percentile, show)
      return [
        row.attempt_id,
        row.learner.name,
        row.learner.email,
        row.number,
        row.state,
        row.started_at,
        row.finished_at,
        row.ended_by,
        row.answered,
        row.questions,
        row.right,
        row.percent,
        row.percentile,
        row.passed,
        row.scholarship_percent,
        row.result_version,
        row.events,
        row.decision,
        row.late,
        row.ref,
      ].map((cell) => String(cell ?? ''))
    })
    await audit(context, db, scope, {
      action: 'assessments.export',
      object: `assessment:${assessmentId}`,
      detail: { rows: rows.length, addresses: hasAddresses },
    })
    const table = [CSV_HEADER, ...csvRows]
    const csv = csvTable(hasAddresses ? table : table.map((cells) => cells.toSpliced(EMAIL_COLUMN, 1)))
    const title = inLanguage(titleOf(assessment), 'en', assessment.language) ?? 'assessment'
    const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
    const day = scope.clock.now().toISOString().slice(0, 10)
    return { file_name: `${name}-${day}.csv`, rows: rows.length, csv }
  })

export const monitorOf = (
  context: AssessmentContext,
  scope: StaffScope,
  assessmentId: number,
): Promise<Monitor> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const assessment = await totalsOf(context, db, scope, assessmentId)
    const since = new Date(now.getTime() - HOUR_MS)
    const show = showLearnerTo(context, scope)
    const rows = await monitorRows(db, scope.tenant.clientId, assessmentId, since)
    return {
      assessment,
      server_time: now.toISOString(),
      rows: rows.map((row) => ({
        attempt_id: row.id,
        learner: show(row),
        state: row.state,
        started_at: row.started_at.toISOString(),
        finished_at: row.finished_at?.toISOString() ?? null,
        last_seen_at: row.last_seen_at.toISOString(),
        offline_since:
          row.state === 'open' && now.getTime() - row.last_seen_at.getTime() > OFFLINE_AFTER_MS
            ? row.last_seen_at.toISOString()
            : null,
        position: row.position,
        questions: row.questions,
        answered: row.answered,
        final: row.final,
        time_left_ms: timeLeft(row, now),
        extra_minutes: row.extra_minutes,
        events: row.events,
        flagged: isFlagged(row.events),
        moves: row.version - 1,
      })),
    }
  })

export const release = (
  context: AssessmentContext,
  scope: StaffScope,
  assessmentId: number,
  { released }: BodyOf<typeof releaseResults>,
): Promise<AssessmentTotals> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const before = await requireAssessment(context, db, scope, assessmentId)
    const now = scope.clock.now()
    // The job notifies the learners (notify-results.job.ts).
    if (released && before.released_at === null)
      await sql`insert into assessment_release (client_id, assessment_id, released_at, by_user)
        values (${clientId}, ${assessmentId}, ${now}, ${scope.actor.userId}) on conflict do nothing`.execute(
        db,
      )
    if (!released)
      await sql`delete from assessment_release
        where client_id = ${clientId} and assessment_id = ${assessmentId}`.execute(db)
    if (released === (before.released_at === null))
      await audit(context, db, scope, {
        action: 'assessments.release',
        object: `assessment:${assessmentId}`,
        detail: { released },
      })
    return totalsOf(context, db, scope, assessmentId)
  })
