import { sql } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { ATTEMPT_COLUMNS, type AttemptRow, type Learner } from './attempts/attempts.repository.ts'

/** Attempts at one assessment or at all, newest first. */
export const attemptsOfLearner = async (
  db: TenantDb,
  learner: Learner,
  assessmentId?: number,
): Promise<AttemptRow[]> => {
  const { rows } = await sql<AttemptRow>`
    select ${ATTEMPT_COLUMNS} from assessment_attempt a
    where a.client_id = ${learner.clientId} and a.user_id = ${learner.userId}
      ${assessmentId === undefined ? sql`` : sql`and a.assessment_id = ${assessmentId}`}
    order by a.assessment_id, a.number desc`.execute(db)
  return rows
}

/** What staff set for one learner in one assessment, and the verified phone. */
export interface LearnerSettings {
  assessment_id: number
  extra_minutes: number
  granted: number
  phone: string | null
}

export const settingsOfLearner = async (
  db: TenantDb,
  learner: Learner,
): Promise<Map<number, LearnerSettings>> => {
  const { rows } = await sql<LearnerSettings>`
    select s.id as assessment_id, coalesce(x.extra_minutes, 0) as extra_minutes, p.phone,
      (select count(*) from assessment_grant g where g.client_id = s.client_id and g.assessment_id = s.id
        and g.user_id = ${learner.userId})::integer as granted
    from assessment s
    left join assessment_accommodation x
      on x.client_id = s.client_id and x.assessment_id = s.id and x.user_id = ${learner.userId}
    left join assessment_phone p on p.client_id = s.client_id and p.assessment_id = s.id and p.user_id = ${learner.userId}
    where s.client_id = ${learner.clientId}`.execute(db)
  return new Map(rows.map((row) => [row.assessment_id, row]))
}

/** How many questions of each topic the rules and the fixed questions contain. */
export const topicCounts = async (
  db: TenantDb,
  clientId: number,
  assessmentId: number,
): Promise<{ topic_id: number; questions: number }[]> => {
  const { rows } = await sql<{ topic_id: number; questions: number }>`
    select t.topic_id, sum(t.n)::integer as questions from (
      select topic_id, count as n from assessment_rule where client_id = ${clientId} and assessment_id = ${assessmentId}
      union all
      select q.topic_id, 1 from assessment_fixed_question f
        join bank_question q on q.client_id = f.client_id and q.id = f.question_id
        where f.client_id = ${clientId} and f.assessment_id = ${assessmentId}
    ) t group by t.topic_id`.execute(db)
  return rows
}
