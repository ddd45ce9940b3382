/** What certificates take, for admins. */
import type { CertificateRule, CertificateRules, RuledSubject } from '#contract/certificates/portal.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import type { Subject } from '../certificates.tables.ts'
import type { IssueContext } from '../issue.service.ts'
import { listTemplateRows } from '../templates.repository.ts'
import { auditOf } from './context.ts'
import { ruledSubjects, writeRule, type SubjectRow } from './rules.repository.ts'

const toSubject = (row: SubjectRow): RuledSubject => {
  const { kind, subject_id, title, version, issued, has_quiz, has_sessions, is_premium, ...rule } = row
  return { kind, subject_id, title, rule, version, issued, has_quiz, has_sessions, is_premium }
}

export const rules = (scope: AdminScope): Promise<CertificateRules> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const templates = await listTemplateRows(db, clientId)
    return {
      subjects: (await ruledSubjects(db, clientId, languageFor(scope))).map(toSubject),
      templates: templates.map(({ id, name }) => ({ id, name })),
    }
  })

export const requireSubject = async (
  db: TenantDb,
  scope: AdminScope,
  subject: Subject,
): Promise<SubjectRow> => {
  const [row] = await ruledSubjects(db, scope.tenant.clientId, languageFor(scope), subject)
  if (!row) throw notFound()
  return row
}

const invalid = (field: keyof CertificateRule, message: string) =>
  invalidField(`rule.${field}`, { code: 'invalid', message })

/** Throws for a rule that nobody could fulfil, or that asks for nothing. */
const requireSense = (rule: CertificateRule, row: SubjectRow): void => {
  const { completion, min_score: score, score_assessment_id: assessment, min_minutes: minutes } = rule
  const { min_attendance: attendance, payment } = rule
  if (!completion && score === null && minutes === null && attendance === null)
    throw invalid('completion', 'Choose at least one criterion.')
  if (
    row.kind === 'assessment' &&
    (minutes !== null || attendance !== null || payment || assessment !== null)
  )
    throw invalid('completion', 'An assessment has no such criterion.')
  if (assessment !== null && score === null) throw invalid('min_score', 'Give the lowest score.')
  if (row.kind === 'course' && score !== null && assessment === null && !row.has_quiz)
    throw invalid('min_score', 'This course has no quiz. Choose an assessment for the score.')
  if (payment && !row.is_premium) throw invalid('payment', 'This course is free.')
}

const exists = async (db: TenantDb, scope: AdminScope, assessmentId: number): Promise<boolean> => {
  const found = await ruledSubjects(db, scope.tenant.clientId, 'en', { kind: 'assessment', id: assessmentId })
  return found.length > 0
}

const requireReferences = async (db: TenantDb, scope: AdminScope, rule: CertificateRule): Promise<void> => {
  const { template_id: id, score_assessment_id: assessment } = rule
  if (id !== null && (await listTemplateRows(db, scope.tenant.clientId, { id })).length === 0)
    throw invalid('template_id', 'This template does not exist.')
  if (assessment !== null && !(await exists(db, scope, assessment)))
    throw invalid('score_assessment_id', 'This assessment does not exist.')
}

export const saveRule = (
  { audit }: IssueContext,
  scope: AdminScope,
  subject: Subject,
  { rule, version }: { rule: CertificateRule; version: number },
): Promise<RuledSubject> =>
  scope.tx(async (db) => {
    const row = await requireSubject(db, scope, subject)
    requireSense(rule, row)
    await requireReferences(db, scope, rule)
    const now = scope.clock.now()
    const by = scope.actor.userId
    if (!(await writeRule(db, scope.tenant.clientId, subject, { rule, version, now, by })))
      throw new AppError('conflict', 'Somebody changed these criteria meanwhile. Look at them again.')
    const object = `${subject.kind}:${subject.id}`
    await audit.record(db, auditOf(scope, { action: 'certificates.setRule', object, detail: { ...rule } }))
    return toSubject(await requireSubject(db, scope, subject))
  })
