/** What a learner has just finished: lessons, sections, courses. */
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { CoursesCaches, CourseStructure } from '../courses.cache.ts'
import { itemStatusesOf } from '../learning.ts'
import { topicsOf, type ItemStatuses, type TopicNode } from '../progress.ts'
import type { Learner } from './progress.repository.ts'

interface Titled {
  title: string
  language?: Language
}
export type Reached =
  | ({ kind: 'lesson'; course_id: number; topic_id: number } & Titled)
  | ({ kind: 'section'; course_id: number; section_id: number } & Titled)
  | ({ kind: 'course'; course_id: number } & Titled)

/** When the last item of these topics was completed; null while one is open, and for topics without items. */
const finishedAt = (topics: readonly TopicNode[], statuses: ItemStatuses): number | null => {
  const items = topics.flatMap((topic) => topic.items)
  if (items.length === 0) return null
  let last = 0
  for (const { id } of items) {
    const completedAt = statuses.get(id)?.completedAt
    if (!completedAt) return null
    last = Math.max(last, completedAt.getTime())
  }
  return last
}

const titled = ({ title, language }: Titled): Titled => ({ title, ...(language && { language }) })

/** Pure. */
export const reachedIn = (
  {
    row,
    title,
    fallback,
    outline,
  }: Pick<CourseStructure, 'title' | 'fallback' | 'outline'> & {
    row: { id: number }
  },
  statuses: ItemStatuses,
  since: Date,
): Reached[] => {
  const isFresh = (topics: readonly TopicNode[]) =>
    (finishedAt(topics, statuses) ?? -Infinity) >= since.getTime()
  const course_id = row.id
  return [
    ...(isFresh(topicsOf(outline))
      ? [
          {
            kind: 'course' as const,
            course_id,
            ...titled({ title, ...(fallback && { language: fallback }) }),
          },
        ]
      : []),
    ...outline
      .filter(({ topics }) => isFresh(topics))
      .map((section) => ({
        kind: 'section' as const,
        course_id,
        section_id: section.id,
        ...titled(section),
      })),
    ...topicsOf(outline)
      .filter((topic) => isFresh([topic]))
      .map((topic) => ({ kind: 'lesson' as const, course_id, topic_id: topic.id, ...titled(topic) })),
  ]
}

/** Courses in which this learner completed an item since then. */
const coursesWithNews = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  since: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct p.course_id as id from item_progress p
    join enrolment e on e.client_id = p.client_id and e.user_id = p.user_id and e.course_id = p.course_id
      and e.left_at is null
    where p.client_id = ${clientId} and p.user_id = ${userId} and p.completed_at >= ${since}
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export const reachedSince =
  (caches: Pick<CoursesCaches, 'structure'>) =>
  async (db: TenantDb, learner: Learner, view: { since: Date; language: Language }): Promise<Reached[]> => {
    const reached: Reached[] = []
    for (const courseId of await coursesWithNews(db, learner, view.since)) {
      const structure = await caches.structure(db, learner.clientId, courseId, view.language)
      if (!structure) continue
      reached.push(...reachedIn(structure, await itemStatusesOf(db, learner, courseId), view.since))
    }
    return reached
  }
