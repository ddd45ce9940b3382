/** What a learner has done in each published course, as evidence for others (the job board). */
import { percentDone } from '#contract/percent.ts'
import type { Query } from '#server/core/db/query.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CatalogueEntry } from '../catalogue/catalogue.ts'
import type { CoursesCaches } from '../courses.cache.ts'
import { courseStateFrom } from '../catalogue/enrolled-courses.ts'

export interface CourseEvidence {
  readonly id: number
  readonly title: string
  /** Case-folded. */
  readonly tags: ReadonlySet<string>
  /** 0 to 100; null for somebody who is not enrolled. */
  readonly percent: number | null
  readonly isCompleted: boolean
  /** Solved problems. */
  readonly solved: number
}
interface EvidenceRow {
  course_id: number
  touched: number
  completed: number
  solved: number
}

// An item that its author removed has no topic and does not count.
const evidenceQuery = (clientId: number, userId: number): Query => ({
  name: 'course-evidence',
  text: `select e.course_id, count(p.item_id)::integer as touched, count(p.completed_at)::integer as completed,
      (count(p.completed_at) filter (where p.type = 'problem'))::integer as solved
    from enrolment e
    left join lateral (
      select ip.item_id, ip.completed_at, i.type from item_progress ip
      join course_item i on i.client_id = ip.client_id and i.course_id = ip.course_id and i.id = ip.item_id
        and i.topic_id is not null
      where ip.client_id = e.client_id and ip.user_id = e.user_id and ip.course_id = e.course_id) p on true
    where e.client_id = $1 and e.user_id = $2 and e.left_at is null
    group by e.course_id`,
  values: [clientId, userId],
})

const toEvidence = ({ summary, items, tagKeys }: CatalogueEntry, row: EvidenceRow | undefined) => ({
  id: summary.id,
  title: summary.title,
  tags: tagKeys,
  percent: row ? percentDone(row.completed, items) : null,
  isCompleted: row !== undefined && courseStateFrom({ ...row, total: items }) === 'completed',
  solved: row?.solved ?? 0,
})

/** Every published course in the caller's language, with what the caller has done in it. */
export const courseEvidence = (caches: Pick<CoursesCaches, 'catalogueFor'>) => ({
  query: (scope: MemberScope): Query => evidenceQuery(scope.tenant.clientId, scope.actor.userId),
  from: async (scope: MemberScope, rows: readonly unknown[]): Promise<readonly CourseEvidence[]> => {
    const byCourse = new Map((rows as readonly EvidenceRow[]).map((row) => [row.course_id, row]))
    const entries = await caches.catalogueFor(scope)
    return entries.map((entry) => toEvidence(entry, byCourse.get(entry.summary.id)))
  },
})
