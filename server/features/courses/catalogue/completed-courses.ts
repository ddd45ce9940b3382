/** Courses that a learner completed, as proof for an employer. */
import { sql } from 'kysely'
import type { Proof } from '#contract/job-applications/applications.ts'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'

export const completedCourses = async (
  db: TenantDb,
  { clientId, userId }: { clientId: number; userId: number },
  { language }: { language: Language },
): Promise<Proof[]> => {
  const { rows } = await sql<{ id: number; title: string; at: Date }>`
    select k.id, coalesce(k.texts -> ${language}::text ->> 'title', k.title) as title, e.completed_at as at
    from enrolment e join course k on k.client_id = e.client_id and k.id = e.course_id
    where e.client_id = ${clientId} and e.user_id = ${userId} and e.completed_at is not null
    order by e.completed_at desc limit 50`.execute(db)
  return rows.map(({ id, title, at }) => ({
    kind: 'course',
    id,
    title,
    percent: null,
    at: at.toISOString(),
  }))
}
