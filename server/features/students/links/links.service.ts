import { randomBytes } from 'node:crypto'
import type { BodyOf, ResponseInputOf } from '#contract/endpoint.ts'
import {
  INVITE_LINKS_MAX,
  type acceptInvitation as acceptCall,
  type createInviteLink as createCall,
  type getInvitation as invitationCall,
  type InviteLink,
} from '#contract/students/invite-links.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope, MemberScope } from '#server/core/http/scope.ts'
import type { AuditAction } from '#contract/security/audit-actions.ts'
import type { StudentsContext } from '../context.ts'
import { addMembers, groupRows } from '../groups/groups.repository.ts'
import { administratorOf } from '../may-change.ts'
import { courseOptions } from '../students.repository.ts'
import { viewerOf } from '../students.service.ts'
import * as repository from './links.repository.ts'

const DAY_MS = 86_400_000
const CODE_BYTES = 16

const toLink = ({ code, maker_id: _maker, ...row }: repository.LinkRow): InviteLink => ({
  ...row,
  path: `/join/${code}`,
  expires_at: row.expires_at.toISOString(),
})

const linkOf = async (db: TenantDb, scope: AdminScope, id: string): Promise<InviteLink> => {
  const row = await repository.linkById(db, id, scope.clock.now())
  if (!row) throw notFound()
  return toLink(row)
}

const requireTargets = async (
  db: TenantDb,
  scope: AdminScope,
  { course_id: courseId, group_id: groupId }: BodyOf<typeof createCall>,
): Promise<void> => {
  const courses = courseId === null ? [] : await courseOptions(db, viewerOf(scope))
  if (courseId !== null && !courses.some(({ id }) => id === courseId))
    throw invalidField('course_id', { code: 'invalid', message: 'This course is not open.' })
  const [group] = groupId === null ? [] : await groupRows(db, groupId)
  if (groupId !== null && (!group || group.is_archived))
    throw invalidField('group_id', { code: 'invalid', message: 'This group is archived.' })
}

export const createLinksService = (context: StudentsContext) => {
  const record = (
    db: TenantDb,
    scope: MemberScope | AdminScope,
    action: AuditAction,
    linkId: string,
    detail: Record<string, string | number | null> = {},
  ) =>
    context.audit.record(db, {
      action,
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `invite_link:${linkId}`,
      detail,
    })

  const create = (
    scope: AdminScope,
    body: BodyOf<typeof createCall>,
  ): Promise<ResponseInputOf<typeof createCall>> =>
    scope.tx(async (db) => {
      const { idempotency_key: id, days, people_max: peopleMax } = body
      const now = scope.clock.now()
      if (await repository.linkById(db, id, now)) return linkOf(db, scope, id)
      if ((await repository.countOpenLinks(db, now)) >= INVITE_LINKS_MAX)
        throw new AppError('conflict', `There are ${INVITE_LINKS_MAX} open links already. End one first.`)
      await requireTargets(db, scope, body)
      const isNew = await repository.addLink(db, {
        id,
        code: randomBytes(CODE_BYTES).toString('base64url'),
        courseId: body.course_id,
        groupId: body.group_id,
        by: scope.actor.userId,
        now,
        expiresAt: new Date(now.getTime() + days * DAY_MS),
        peopleMax,
      })
      if (isNew)
        await record(db, scope, 'students.link_create', id, {
          course: body.course_id,
          group: body.group_id,
          days,
          people: peopleMax,
        })
      return linkOf(db, scope, id)
    })

  const end = (scope: AdminScope, id: string): Promise<InviteLink> =>
    scope.tx(async (db) => {
      const link = await linkOf(db, scope, id)
      if (await repository.endLink(db, id, scope.clock.now()))
        await record(db, scope, 'students.link_end', id, { joined: link.people })
      return linkOf(db, scope, id)
    })

  const courseOf = ({ course }: repository.LinkRow) => course && { id: course.id, title: course.name }

  const invitation = (scope: MemberScope, code: string): Promise<ResponseInputOf<typeof invitationCall>> =>
    scope.tx(async (db) => {
      const link = await repository.linkByCode(db, code, scope.clock.now())
      if (!link) throw notFound()
      return {
        state: link.state,
        course: courseOf(link),
        has_joined: await repository.hasJoined(db, link.id, scope.actor.userId),
      }
    })

  /** Enrols in the name of the admin who made the link. */
  const accept = (scope: MemberScope, code: string): Promise<ResponseInputOf<typeof acceptCall>> =>
    scope.tx(async (db) => {
      const { actor, tenant, clock } = scope
      await repository.lockLink(db, code)
      const link = await repository.linkByCode(db, code, clock.now())
      if (!link) throw notFound()
      const course = courseOf(link)
      const isKnown = await repository.hasJoined(db, link.id, actor.userId)
      const maker = await administratorOf(db, link.maker_id)
      // Whoever joined before is not one more.
      const isOpen = link.state === 'open' || (isKnown && link.state === 'full')
      if (!isOpen || !maker) throw new AppError('conflict', 'This link is not valid any more.')
      const by = { tenant, clock, actor: maker }
      const outcome = course ? await context.enrol(by, db, course.id, actor.userId) : null
      if (link.group && actor.role === 'student')
        await addMembers(db, [[actor.userId, link.group.id]], clock.now())
      if (!isKnown) {
        await repository.addUse(db, link.id, actor.userId, clock.now())
        await record(db, scope, 'students.join', link.id, { outcome })
      }
      return { course, outcome: outcome === 'not_allowed' ? 'closed' : outcome }
    })

  return {
    list: (scope: AdminScope) =>
      scope.tx(async (db) => ({
        links: (await repository.newestLinks(db, scope.clock.now(), INVITE_LINKS_MAX)).map(toLink),
      })),
    create,
    end,
    invitation,
    accept,
  }
}
