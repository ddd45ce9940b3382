import '../certificates.tables.ts'
import { sql } from 'kysely'
import type { CertificateRule } from '#contract/certificates/portal.ts'
import type { CertificateKind } from '#contract/certificates/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Subject } from '../certificates.tables.ts'

export const ruleOf = async (
  db: TenantDb,
  clientId: number,
  { kind, id }: Subject,
): Promise<{ template_id: number | null; valid_months: number | null } | null> =>
  (await db
    .selectFrom('certificate_rule')
    .select(['template_id', 'valid_months'])
    .where('client_id', '=', clientId)
    .where(kind === 'course' ? 'course_id' : 'assessment_id', '=', id)
    .executeTakeFirst()) ?? null

export interface SubjectRow extends Omit<CertificateRule, 'is_active'> {
  kind: CertificateKind
  subject_id: number
  title: string
  is_active: boolean
  version: number
  issued: number
  has_quiz: boolean
  has_sessions: boolean
  is_premium: boolean
}

const ruleColumns = sql`r.min_score, r.score_assessment_id, r.min_minutes, r.min_attendance,
  coalesce(r.payment, false) as payment, r.valid_months, r.template_id, coalesce(r.version, 0) as version`

/** Published courses and active assessments with their rule; a course without one asks for its completion. */
export const ruledSubjects = async (
  db: TenantDb,
  clientId: number,
  language: Language,
  only?: Subject,
): Promise<SubjectRow[]> => {
  const isOnly = (kind: CertificateKind) =>
    only ? (only.kind === kind ? sql`and s.id = ${only.id}` : sql`and false`) : sql``
  const { rows } = await sql<SubjectRow>`
    select 'course' as kind, s.id as subject_id, coalesce(s.texts -> ${language}::text ->> 'title', s.title) as title,
      coalesce(r.is_active, true) as is_active, coalesce(r.completion, true) as completion, ${ruleColumns},
      (select count(*) from certificate c where c.client_id = s.client_id and c.course_id = s.id
        and c.replaced_at is null)::integer as issued,
      exists (select from course_item i where i.client_id = s.client_id and i.course_id = s.id and i.type = 'quiz'
        and i.topic_id is not null) as has_quiz,
      exists (select from live_session l where l.client_id = s.client_id and l.course_id = s.id
        and l.cancelled_at is null) as has_sessions,
      s.price = 'premium' as is_premium
    from course s left join certificate_rule r on r.client_id = s.client_id and r.course_id = s.id
    where s.client_id = ${clientId} and s.status = 'published' ${isOnly('course')}
    union all
    select 'assessment', s.id,
      coalesce(s.texts -> ${language}::text ->> 'title', s.texts -> s.language ->> 'title'),
      coalesce(r.is_active, false), coalesce(r.completion, true), ${ruleColumns},
      (select count(*) from certificate c where c.client_id = s.client_id and c.assessment_id = s.id
        and c.replaced_at is null)::integer, false, false, false
    from assessment s left join certificate_rule r on r.client_id = s.client_id and r.assessment_id = s.id
    where s.client_id = ${clientId} and (s.status = 'active' or r.id is not null) ${isOnly('assessment')}
    order by kind desc, title, subject_id`.execute(db)
  return rows
}

/** False if another version is stored. */
export const writeRule = async (
  db: TenantDb,
  clientId: number,
  subject: Subject,
  { rule, version, now, by }: { rule: CertificateRule; version: number; now: Date; by: number | null },
): Promise<boolean> => {
  const values = { ...rule, updated_at: now, updated_by: by }
  if (version === 0) {
    const row = await db
      .insertInto('certificate_rule')
      .values({
        client_id: clientId,
        course_id: subject.kind === 'course' ? subject.id : null,
        assessment_id: subject.kind === 'assessment' ? subject.id : null,
        ...values,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }
  const row = await db
    .updateTable('certificate_rule')
    .set({ ...values, version: version + 1 })
    .where('client_id', '=', clientId)
    .where(subject.kind === 'course' ? 'course_id' : 'assessment_id', '=', subject.id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
