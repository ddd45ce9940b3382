import { sql } from 'kysely'
import type { Criterion } from '#contract/certificates/shapes.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { criteriaOf, type CertificateFacts } from './criteria.ts'

/** What a course's certificate takes, for somebody who has done nothing. Empty: it has none. Null: no such course. */
export const courseOutline = async (
  db: TenantDb,
  clientId: number,
  courseId: number,
  language: Language,
): Promise<Criterion[] | null> => {
  const { rows } = await sql<CertificateFacts & { has_certificate: boolean }>`
    select c.status = 'published' and coalesce(r.is_active, true) as has_certificate,
      coalesce(r.completion, true) as needs_completion, false as is_completed, 0 as progress, r.min_score,
      null::integer as score, r.score_assessment_id,
      coalesce(s.texts -> ${language}::text ->> 'title', s.texts -> s.language ->> 'title') as score_title,
      r.min_minutes, 0 as minutes, r.min_attendance, null::integer as attendance,
      coalesce(r.payment, false) and c.price <> 'free' as needs_payment, false as is_paid
    from course c
    left join certificate_rule r on r.client_id = c.client_id and r.course_id = c.id
    left join assessment s on s.client_id = c.client_id and s.id = r.score_assessment_id
    where c.client_id = ${clientId} and c.id = ${courseId}`.execute(db)
  const row = rows[0]
  if (!row) return null
  return row.has_certificate ? criteriaOf(row) : []
}
