/** Who may plan what: instructors their own sessions and those of their courses, admins all (rules: Live classes). */
import { sql } from 'kysely'
import type { SessionForm } from '#contract/live/admin/sessions.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'

export interface Manager {
  readonly clientId: number
  readonly userId: number
  readonly everywhere: boolean
}

/** Of a learner, who manages nothing, the answer is a manager of nothing: they host and teach nothing. */
export const managerOf = (scope: MemberScope): Manager => ({
  clientId: scope.tenant.clientId,
  userId: scope.actor.userId,
  everywhere: scope.actor.role === 'admin' || scope.actor.role === 'superadmin',
})

/** Whether the manager may see and change the session `s`. */
export const managesSql = ({ userId, everywhere }: Manager) => sql<boolean>`(
  ${everywhere}::boolean or coalesce(s.created_by = ${userId}, false)
  or exists (select from live_session_host h
    where h.client_id = s.client_id and h.session_id = s.id and h.user_id = ${userId})
  or exists (select from course_instructor ci
    where ci.client_id = s.client_id and ci.course_id = s.course_id and ci.user_id = ${userId}))`

/** 404 for a session that the manager may not see. With `lock` the row is locked, so that edits happen one by one. */
export const requireManaged = async (
  db: TenantDb,
  manager: Manager,
  sessionId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<void> => {
  const { rows } = await sql`
    select from live_session s
    where s.client_id = ${manager.clientId} and s.id = ${sessionId} and ${managesSql(manager)}
    ${lock ? sql`for update of s` : sql``}`.execute(db)
  if (rows.length === 0) throw notFound()
}

interface Known {
  course: boolean
  section: boolean
  hosts: number
  invitees: number
}

const known = async (db: TenantDb, manager: Manager, form: SessionForm): Promise<Known> => {
  const { clientId, userId, everywhere } = manager
  const teaches = sql`(${everywhere}::boolean or exists (select from course_instructor ci
    where ci.client_id = ${clientId} and ci.course_id = c.id and ci.user_id = ${userId}))`
  const { rows } = await sql<Known>`
    select exists (select from course c
        where c.client_id = ${clientId} and c.id = ${form.course_id} and ${teaches}) as course,
      exists (select from course_section x where x.client_id = ${clientId} and x.id = ${form.section_id}
        and x.course_id = ${form.course_id}) as section,
      (select count(*)::int from app_user u where u.client_id = ${clientId} and u.id = any (${form.host_ids}::int[])
        and u.role <> 'student' and u.disabled_at is null) as hosts,
      (select count(*)::int from app_user u where u.client_id = ${clientId} and u.id = any (${form.invitee_ids}::int[])
        and (${everywhere}::boolean or exists (select from enrolment e
          join course_instructor ci on ci.client_id = e.client_id and ci.course_id = e.course_id
          where e.client_id = ${clientId} and e.user_id = u.id and e.left_at is null and ci.user_id = ${userId}))
        ) as invitees`.execute(db)
  return rows[0] ?? { course: false, section: false, hosts: 0, invitees: 0 }
}

const missing = (field: string, message: string) => invalidField(field, { code: 'invalid', message })
const distinct = (ids: readonly number[]) => new Set(ids).size

/** Refuses courses, hosts and learners that the manager has nothing to do with, and what does not go together. */
export const requireFormAllowed = async (
  db: TenantDb,
  manager: Manager,
  form: SessionForm,
  { wasForEveryone }: { wasForEveryone: boolean },
): Promise<void> => {
  const found = await known(db, manager, form)
  if (form.course_id !== null && !found.course) throw missing('course_id', 'Choose one of your courses.')
  if (form.section_id !== null && !found.section)
    throw missing('section_id', 'Choose a section of the course.')
  if (found.hosts !== distinct(form.host_ids)) throw missing('host_ids', 'Only active staff can host.')
  if (form.provider === 'link' && form.meeting_url === null)
    throw invalidField('meeting_url', { code: 'required', message: 'Paste the link of the meeting.' })
  requireAudience(manager, form, { wasForEveryone, invitees: found.invitees })
}

const requireAudience = (
  manager: Manager,
  form: SessionForm,
  { wasForEveryone, invitees }: { wasForEveryone: boolean; invitees: number },
): void => {
  if (form.kind === 'webinar' && form.audience !== 'everyone')
    throw missing('audience', 'Everybody may register for a webinar.')
  if (form.audience === 'course' && form.course_id === null)
    throw invalidField('course_id', { code: 'required', message: 'Choose a course.' })
  if (form.audience === 'chosen') {
    if (form.invitee_ids.length === 0)
      throw invalidField('invitee_ids', { code: 'required', message: 'Choose at least one learner.' })
    if (invitees !== distinct(form.invitee_ids))
      throw missing('invitee_ids', 'Somebody in this list is not a learner of yours.')
  }
  // A class for everyone rings every learner's bell.
  if (form.kind === 'class' && form.audience === 'everyone' && !wasForEveryone && !manager.everywhere)
    throw new AppError('forbidden', 'Only admins can plan a class for everyone. Choose a course or learners.')
}
