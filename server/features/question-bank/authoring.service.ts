import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import {
  assessmentSettings,
  listAuthored,
  type AssessmentSettings,
  type AssessmentStatus,
  type AuthoredAssessment,
  type createAssessment,
  type DrawPreview,
  type saveAssessment,
} from '#contract/assessments/admin/authoring.ts'
import { letters, type Letter } from '#contract/assessments/shapes.ts'
import type { Language } from '#contract/languages.ts'
import { pathFor, type BodyOf, type QueryOf, type ResponseInputOf } from '#contract/endpoint.ts'
import type { QuestionWords } from '#contract/question-bank/question-bank.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import * as rows from './authoring.repository.ts'
import { toPerson, recordAudit, type BankContext } from './bank.service.ts'
import * as policy from './assessment.policy.ts'
import { drawQuestions } from './draw.ts'
import { topicList } from './questions.repository.ts'
import { findingsOf, lockStock } from './stock.repository.ts'

const keyOf = (scope: StaffScope, assessmentId: number): rows.AssessmentKey => ({
  clientId: scope.tenant.clientId,
  assessmentId,
})
const iso = (at: Date | null) => at?.toISOString() ?? null

const settingsOf = (row: rows.AssessmentRow): AssessmentSettings =>
  assessmentSettings.parse({
    ...row,
    opens_at: iso(row.opens_at),
    closes_at: iso(row.closes_at),
    fixed: row.fixed.map(({ id }) => id),
  })

const readAssessment = async (db: TenantDb, key: rows.AssessmentKey): Promise<AuthoredAssessment> => {
  const row = await rows.assessmentRow(db, key)
  if (!row) throw notFound()
  return {
    id: row.id,
    status: row.status,
    archived: row.archived,
    attempts: row.attempts,
    revision: row.revision,
    updated_at: row.updated_at.toISOString(),
    updated_by: toPerson(row.by_id, row.by_name),
    settings: settingsOf(row),
    fixed: row.fixed,
    findings: (await findingsOf(db, key.clientId, [row.id])).get(row.id) ?? [],
  }
}

/** Everything that the settings refer to must belong to the tenant. */
const requireExistingIds = async (
  db: TenantDb,
  clientId: number,
  settings: AssessmentSettings,
): Promise<void> => {
  const { roadmap } = settings
  const courses = [
    ...roadmap.foundation.flatMap((stage) => stage.course_ids),
    ...roadmap.core,
    ...roadmap.projects,
    ...roadmap.interview,
    ...roadmap.placement,
  ]
  const known = await rows.knownIds(db, clientId, { questions: settings.fixed, courses })
  const topics = new Set((await topicList(db, clientId)).map(({ id }) => id))
  if (settings.rules.some((rule) => !topics.has(rule.topic_id)))
    throw invalidField('rules', fieldIssue('invalid'))
  if (settings.fixed.some((each) => !known.questions.has(each)))
    throw invalidField('fixed', fieldIssue('invalid'))
  if (
    roadmap.foundation.some((stage) => !topics.has(stage.topic_id)) ||
    courses.some((each) => !known.courses.has(each))
  )
    throw invalidField('roadmap', fieldIssue('invalid'))
}

const requireEnoughQuestions = async (db: TenantDb, key: rows.AssessmentKey): Promise<void> => {
  const findings = (await findingsOf(db, key.clientId, [key.assessmentId])).get(key.assessmentId) ?? []
  if (findings.length > 0)
    throw new AppError('conflict', 'The question bank does not have enough questions for this assessment.')
}

export const list = (
  scope: StaffScope,
  query: QueryOf<typeof listAuthored>,
): Promise<ResponseInputOf<typeof listAuthored>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const filter = { clientId, search: query.search?.trim() ?? '', visible: policy.isVisible(scope) }
    const counts = await rows.statusCounts(db, filter)
    const assessmentRows = await rows.assessmentPage(db, filter, query.status ?? null, {
      limit: query.page_size,
      offset: (query.page - 1) * query.page_size,
    })
    const ids = assessmentRows.map(({ id }) => id)
    const findings = await findingsOf(db, clientId, ids)
    const count = query.status ? counts[query.status] : counts.active + counts.inactive
    return {
      ...pageLinks(pathFor(listAuthored, { clientId }), query, count),
      results: assessmentRows.map(({ by_id: byId, by_name: byName, ...row }) => ({
        ...row,
        opens_at: iso(row.opens_at),
        closes_at: iso(row.closes_at),
        updated_at: row.updated_at.toISOString(),
        updated_by: toPerson(byId, byName),
        complete: findings.get(row.id)?.length === 0,
      })),
      counts,
    }
  })

export const create = (
  context: BankContext,
  scope: StaffScope,
  { idempotency_key: madeKey, ...settings }: BodyOf<typeof createAssessment>,
): Promise<AuthoredAssessment> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await requireExistingIds(db, clientId, settings)
    const authorship = { now: scope.clock.now(), by: scope.actor.userId, madeKey }
    const { id, made } = await rows.addAssessment(db, clientId, settings, authorship)
    if (made) await recordAudit(context, db, scope, 'authoring.create', `assessment:${id}`)
    return readAssessment(db, keyOf(scope, id))
  })

export const get = (scope: StaffScope, assessmentId: number): Promise<AuthoredAssessment> =>
  scope.tx(async (db) => {
    await policy.requireAssigned(db, scope, assessmentId)
    return readAssessment(db, keyOf(scope, assessmentId))
  })

export const save = (
  context: BankContext,
  scope: StaffScope,
  assessmentId: number,
  { revision, ...settings }: BodyOf<typeof saveAssessment>,
): Promise<AuthoredAssessment> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, assessmentId)
    await policy.requireAssigned(db, scope, assessmentId)
    await lockStock(db, key.clientId)
    const row = await rows.assessmentRow(db, key, true)
    if (!row) throw notFound()
    // A repeated request with the same settings is not a conflict.
    if (isDeepStrictEqual(settingsOf(row), settings)) return readAssessment(db, key)
    if (row.revision !== revision)
      throw new AppError('conflict', 'Somebody else saved this assessment meanwhile.')
    await requireExistingIds(db, key.clientId, settings)
    await rows.setSettings(db, key, settings, { now: scope.clock.now(), by: scope.actor.userId })
    if (row.status === 'active') await requireEnoughQuestions(db, key)
    await recordAudit(context, db, scope, 'authoring.save', `assessment:${assessmentId}`, {
      revision: revision + 1,
    })
    return readAssessment(db, key)
  })

export const setStatus = (
  context: BankContext,
  scope: StaffScope,
  assessmentId: number,
  status: AssessmentStatus,
): Promise<AuthoredAssessment> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, assessmentId)
    await policy.requireAssigned(db, scope, assessmentId)
    await lockStock(db, key.clientId)
    const row = await rows.assessmentRow(db, key, true)
    if (!row) throw notFound()
    if (row.status !== status) {
      if (row.archived)
        throw new AppError('conflict', 'This assessment is archived. Take it out of the archive first.')
      if (status === 'active') await requireEnoughQuestions(db, key)
      await rows.setStatus(db, key, status, { now: scope.clock.now(), by: scope.actor.userId })
      await recordAudit(context, db, scope, 'authoring.status', `assessment:${assessmentId}`, { status })
    }
    return readAssessment(db, key)
  })

export const archive = (
  context: BankContext,
  scope: StaffScope,
  assessmentId: number,
  archived: boolean,
): Promise<AuthoredAssessment> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, assessmentId)
    await policy.requireAssigned(db, scope, assessmentId)
    const row = await rows.assessmentRow(db, key, true)
    if (!row) throw notFound()
    if (row.archived !== archived) {
      if (row.status === 'active')
        throw new AppError('conflict', 'Learners see this assessment. Deactivate it first.')
      await rows.setArchived(db, key, archived, { now: scope.clock.now(), by: scope.actor.userId })
      await recordAudit(context, db, scope, 'authoring.archive', `assessment:${assessmentId}`, { archived })
    }
    return readAssessment(db, key)
  })

/** The lock blocks simultaneous starts: a new attempt references this row. */
export const remove = (context: BankContext, scope: StaffScope, assessmentId: number): Promise<undefined> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, assessmentId)
    await policy.requireInCharge(db, scope, assessmentId)
    const row = await rows.assessmentRow(db, key, true)
    if (!row) throw notFound()
    if (row.status === 'active')
      throw new AppError('conflict', 'Learners see this assessment. Deactivate it first.')
    if (row.attempts > 0)
      throw new AppError('conflict', 'Somebody has taken this assessment: it can be archived, not deleted.')
    await rows.deleteAssessment(db, key)
    await recordAudit(context, db, scope, 'authoring.delete', `assessment:${assessmentId}`)
    return undefined
  })

export const courses = (scope: StaffScope): Promise<{ results: { id: number; title: string }[] }> =>
  scope.tx(async (db) => ({ results: await rows.publishedCourses(db, scope.tenant.clientId) }))

/** ---- draw preview ---- */

interface QuestionTextRow {
  id: number
  language: Language
  shown: Partial<Record<Language, Pick<QuestionWords, 'prompt' | 'options'>>>
  answer: Letter
}

export const preview = (scope: StaffScope, assessmentId: number, seed: string): Promise<DrawPreview> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    await policy.requireAssigned(db, scope, assessmentId)
    const drawn = await drawQuestions(db, clientId, { id: assessmentId }, seed)
    if (!drawn)
      throw new AppError('conflict', 'The question bank does not have enough questions for this assessment.')
    const result = await sql<QuestionTextRow>`
      select v.question_id as id, v.language, v.shown, v.answer from bank_question_version v
      join unnest(${drawn.map(({ id }) => id)}::integer[], ${drawn.map(({ version }) => version)}::integer[])
        as d(id, version) on d.id = v.question_id and d.version = v.version
      where v.client_id = ${clientId}`.execute(db)
    const rowsById = new Map(result.rows.map((row) => [row.id, row]))
    return {
      questions: drawn.flatMap(({ id, version, topic_id, difficulty, options }, index) => {
        const row = rowsById.get(id)
        if (!row) return []
        const texts = Object.fromEntries(
          Object.entries(row.shown).map(([language, { prompt, options: authoredOptions }]) => [
            language,
            { prompt, options: options.map((authorIndex) => authoredOptions[authorIndex] ?? '') },
          ]),
        )
        const answer = letters[options.indexOf(letters.indexOf(row.answer))] ?? 'A'
        return [
          {
            position: index + 1,
            question_id: id,
            version,
            topic_id,
            difficulty,
            language: row.language,
            texts,
            answer,
          },
        ]
      }),
    }
  })
