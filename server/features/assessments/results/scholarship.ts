/** The scholarship that a learner's best released result gives, for the price of a programme (rules: Assessments, Money). */
import type { Rows } from '#server/core/db/query.ts'
import { isReleased } from '../attempts/attempt.mapper.ts'
import type { AssessmentRow } from '../attempts/attempts.repository.ts'

/** As `bestOf` chooses the attempt. */
const BEST = `select s.release, s.closes_at, r.released_at, v.scholarship_percent,
    exists (select from assessment_attempt o
      where o.client_id = s.client_id and o.assessment_id = s.id and o.state = 'open') as running
  from assessment s
  left join assessment_release r on r.client_id = s.client_id and r.assessment_id = s.id
  cross join lateral (
    select a.id from assessment_attempt a
    where a.client_id = s.client_id and a.assessment_id = s.id and a.user_id = $2 and a.state = 'submitted'
    order by coalesce(a.percent, 0) desc, a.number desc limit 1) best
  cross join lateral (
    select t.scholarship_percent from attempt_result t
    where t.client_id = s.client_id and t.attempt_id = best.id order by t.version desc limit 1) v
  where s.client_id = $1 and s.id = $3`

/** Percent; null before a released result. */
export const scholarshipOf = async (
  rows: Rows,
  { clientId, userId }: { clientId: number; userId: number },
  assessmentId: number,
  now: Date,
): Promise<number | null> => {
  const [best] = await rows<
    Pick<AssessmentRow, 'release' | 'closes_at' | 'released_at' | 'running'> & { scholarship_percent: number }
  >({ name: 'scholarship', text: BEST, values: [clientId, userId, assessmentId] })
  return best && isReleased(best, now) ? best.scholarship_percent : null
}
