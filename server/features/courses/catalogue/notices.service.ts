import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { learnerOf, visibleCourse } from '../learning.ts'
import { addNotice, removeNotice } from './notices.repository.ts'

/** "Notify me" of an announced course. An open course needs no notice, so it removes one. */
export const setNotice = (
  { caches }: CoursesContext,
  scope: MemberScope,
  courseId: number,
  { wanted }: { wanted: boolean },
): Promise<{ wanted: boolean; opens_at: string | null }> =>
  scope.tx(async (db) => {
    const { row } = await visibleCourse(caches, db, scope, courseId)
    const { clientId, userId } = learnerOf(scope)
    const now = scope.clock.now()
    const isUpcoming = row.opens_at !== null && row.opens_at > now
    const key = { clientId, courseId }
    if (wanted && isUpcoming) await addNotice(db, key, userId, now)
    else await removeNotice(db, key, userId)
    return {
      wanted: wanted && isUpcoming,
      opens_at: isUpcoming ? (row.opens_at?.toISOString() ?? null) : null,
    }
  })
