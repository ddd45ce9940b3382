import type { BodyOf } from '#contract/endpoint.ts'
import {
  GROUPS_MAX,
  type createGroup as createCall,
  type saveGroup as saveCall,
  type setGroupMembers as membersCall,
  type StudentGroup,
} from '#contract/students/groups.ts'
import type { StudentResult } from '#contract/students/students.ts'
import type { Audit, AuditEntry } from '#server/core/core.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { done, forEach, unchanged } from '../row-results.ts'
import { textKey } from '../text-key.ts'
import {
  addMembers,
  groupNamed,
  groupRows,
  insertGroup,
  lockGroups,
  removeMembers,
  updateGroup,
} from './groups.repository.ts'

const groupOf = async (db: TenantDb, id: number): Promise<StudentGroup> => {
  const [group] = await groupRows(db, id)
  if (!group) throw notFound()
  return group
}

const requireFreeName = async (db: TenantDb, key: string, own: number | null): Promise<void> => {
  const taken = await groupNamed(db, key)
  if (taken !== undefined && taken !== own)
    throw invalidField('name', { code: 'taken', message: 'Another group has this name.' })
}

export const createGroupsService = (audit: Audit) => {
  const record = (
    db: TenantDb,
    scope: AdminScope,
    entry: Pick<AuditEntry, 'action' | 'detail'> & { id: number },
  ) =>
    audit.record(db, {
      action: entry.action,
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `student_group:${entry.id}`,
      ...(entry.detail && { detail: entry.detail }),
    })
  return {
    list: (scope: AdminScope) => scope.tx(async (db) => ({ groups: await groupRows(db) })),

    create: (scope: AdminScope, { name }: BodyOf<typeof createCall>): Promise<StudentGroup> =>
      scope.tx(async (db) => {
        await lockGroups(db, scope.tenant.clientId)
        if ((await groupRows(db)).length >= GROUPS_MAX)
          throw new AppError('conflict', `There are ${GROUPS_MAX} groups already.`)
        const key = textKey(name)
        await requireFreeName(db, key, null)
        const id = await insertGroup(db, { name, key, by: scope.actor.userId, now: scope.clock.now() })
        await record(db, scope, { action: 'students.group_create', id, detail: { name } })
        return groupOf(db, id)
      }),

    save: (
      scope: AdminScope,
      id: number,
      { name, is_archived: isArchived }: BodyOf<typeof saveCall>,
    ): Promise<StudentGroup> =>
      scope.tx(async (db) => {
        await lockGroups(db, scope.tenant.clientId)
        const before = await groupOf(db, id)
        const key = textKey(name)
        if (!isArchived) await requireFreeName(db, key, id)
        if (before.name === name && before.is_archived === isArchived) return before
        await updateGroup(db, id, { name, key, isArchived, now: scope.clock.now() })
        await record(db, scope, {
          action: 'students.group_save',
          id,
          detail: { from: before.name, to: name, archived: isArchived },
        })
        return groupOf(db, id)
      }),

    setMembers: (
      scope: AdminScope,
      id: number,
      { ids, is_member: isMember }: BodyOf<typeof membersCall>,
    ): Promise<{ results: StudentResult[] }> =>
      scope.tx(async (db) => {
        const group = await groupOf(db, id)
        if (isMember && group.is_archived)
          throw new AppError('conflict', 'This group is archived. Take it out of the archive first.')
        const change = isMember
          ? (userId: number) => addMembers(db, [[userId, id]], scope.clock.now())
          : (userId: number) => removeMembers(db, [[userId, id]])
        const answer = await forEach(db, scope, ids, async (person) =>
          (await change(person.id)).length > 0 ? done : unchanged,
        )
        const changed = answer.results.filter(({ result }) => result === 'done').length
        if (changed > 0)
          await record(db, scope, {
            action: 'students.group_members',
            id,
            detail: { [isMember ? 'added' : 'removed']: changed },
          })
        return answer
      }),
  }
}
