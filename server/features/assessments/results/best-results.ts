/** The best released result of a learner in each active assessment, as evidence for others (the job board). */
import type { Language } from '#contract/languages.ts'
import type { Query } from '#server/core/db/query.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { inLanguage } from '#contract/assessments/shapes.ts'
import { titleOf, isReleased } from '../attempts/attempt.mapper.ts'
import type { AssessmentRow } from '../attempts/attempts.repository.ts'

export interface BestResult {
  readonly id: number
  readonly title: string
  /** Null without a released result. */
  readonly percent: number | null
}
type Row = Pick<
  AssessmentRow,
  'id' | 'language' | 'texts' | 'release' | 'closes_at' | 'released_at' | 'running'
> & {
  best: number | null
}

const bestResultsQuery = (clientId: number, userId: number): Query => ({
  name: 'best-results',
  text: `select s.id, s.language, s.texts, s.release, s.closes_at, r.released_at,
      (s.release = 'after_end' and exists (select from assessment_attempt o
        where o.client_id = s.client_id and o.assessment_id = s.id and o.state = 'open')) as running,
      (select max(a.percent)::float8 from assessment_attempt a where a.client_id = s.client_id
        and a.assessment_id = s.id and a.user_id = $2 and a.state = 'submitted') as best
    from assessment s
    left join assessment_release r on r.client_id = s.client_id and r.assessment_id = s.id
    where s.client_id = $1 and s.status = 'active'`,
  values: [clientId, userId],
})

const toBest = (row: Row, now: Date, language: Language): BestResult => ({
  id: row.id,
  title: inLanguage(titleOf(row), language, row.language) ?? '',
  percent: isReleased(row, now) ? row.best : null,
})

export const bestResults = {
  query: ({ tenant, actor }: MemberScope): Query => bestResultsQuery(tenant.clientId, actor.userId),
  from: (scope: MemberScope, rows: readonly unknown[]): readonly BestResult[] =>
    (rows as readonly Row[]).map((row) => toBest(row, scope.clock.now(), languageFor(scope))),
}
