/** Groups side by side. Each number counts the rows that the page lists for it. */
import { COMPARED_GROUPS_MAX, type compareGroups, type ComparedGroup } from '#contract/dashboard/groups.ts'
import type { Period } from '#contract/dashboard/period.ts'
import type { RowKind } from '#contract/dashboard/rows.ts'
import type { QueryOf, ResponseInputOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { groupLearners } from './groups.repository.ts'
import { periodOf, todayOf } from './period.ts'
import { groupSums, type GroupSum } from './rows/rows.repository.ts'
import { EVERYBODY } from './viewers.sql.ts'

const NOTHING: Omit<GroupSum, 'group_id'> = { rows: 0, seconds: 0, percents: 0, present: 0 }

export const groupsIn = async (
  db: TenantDb,
  { from, to }: Pick<Period, 'from' | 'to'>,
): Promise<ComparedGroup[]> => {
  const groups = await groupLearners(db, COMPARED_GROUPS_MAX)
  if (groups.length === 0) return []
  const sumsOf = async (kind: RowKind) => {
    const question = { viewer: EVERYBODY, kind, from, to, course: null, lesson: null, group: null }
    const sums = new Map((await groupSums(db, question)).map((sum) => [sum.group_id, sum]))
    return (groupId: number) => sums.get(groupId) ?? NOTHING
  }
  const active = await sumsOf('active')
  const completed = await sumsOf('completed')
  const submitted = await sumsOf('submitted')
  const attendance = await sumsOf('attendance')
  return groups.map((group) => {
    const attempts = submitted(group.id)
    return {
      ...group,
      active: active(group.id).rows,
      study_seconds: active(group.id).seconds,
      completed: completed(group.id).rows,
      submitted: attempts.rows,
      average_percent:
        attempts.rows === 0 ? null : Math.round((attempts.percents / attempts.rows) * 100) / 100,
      attended: attendance(group.id).present,
      held: attendance(group.id).rows,
    }
  })
}

export const comparedGroups = (
  scope: AdminScope,
  asked: QueryOf<typeof compareGroups>,
): Promise<ResponseInputOf<typeof compareGroups>> =>
  scope.tx(async (db) => {
    const period = periodOf(asked, await todayOf(db, scope.tenant.clientId, scope.clock.now()))
    return { period, groups: await groupsIn(db, period) }
  })
