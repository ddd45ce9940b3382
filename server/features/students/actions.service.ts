/** What staff do with people: enrol, deactivate, change a role, invite. */
import type { BodyOf } from '#contract/endpoint.ts'
import type { Role } from '#contract/common.ts'
import type {
  enrolStudents as enrolCall,
  inviteStudent as inviteCall,
  setStudentRole as roleCall,
  setStudentsActive as activeCall,
  Student,
  StudentResult,
} from '#contract/students/students.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope, StaffScope } from '#server/core/http/scope.ts'
import { siteOf } from '#server/core/mail/site.ts'
import type { EnrolResult, StudentsContext } from './context.ts'
import { lockInvitations, sendInvitation } from './invitation.mail.ts'
import { mayChange } from './may-change.ts'
import { done, forEach, refused, unchanged, type Outcome } from './row-results.ts'
import { studentRow } from './students.repository.ts'
import { studentOf, viewerOf } from './students.service.ts'

const ENROL_OUTCOMES: Record<EnrolResult, Outcome> = {
  done,
  already: unchanged,
  full: refused('course_full'),
  premium: refused('course_premium'),
  closed: refused('course_closed'),
  not_allowed: refused('not_allowed'),
}

export const enrolStudents = (
  context: StudentsContext,
  scope: StaffScope,
  { ids, course_id: courseId }: BodyOf<typeof enrolCall>,
): Promise<{ results: StudentResult[] }> =>
  scope.tx(async (db) => {
    const answer = await forEach(db, scope, ids, async (person) => {
      if (person.disabled_at !== null) return refused('disabled')
      return ENROL_OUTCOMES[await context.enrol(scope, db, courseId, person.id)]
    })
    await context.audit.record(db, {
      action: 'students.enrol',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `course:${courseId}`,
      detail: { enrolled: answer.results.filter(({ result }) => result === 'done').length },
    })
    return answer
  })

export const setStudentsActive = (
  context: StudentsContext,
  scope: AdminScope,
  { ids, is_active: isActive }: BodyOf<typeof activeCall>,
): Promise<{ results: StudentResult[] }> =>
  scope.tx((db) =>
    forEach(db, scope, ids, async (person) => {
      if (!mayChange(scope.actor, person)) return refused('not_allowed')
      if ((person.disabled_at === null) === isActive) return unchanged
      await context.setDisabled(db, scope, scope.actor.userId, person.id, !isActive)
      return done
    }),
  )

const requireChangeable = async (
  db: TenantDb,
  scope: AdminScope,
  userId: number,
): Promise<{ id: number; role: Role }> => {
  const person = await studentRow(db, viewerOf(scope), userId)
  if (!person) throw notFound()
  if (!mayChange(scope.actor, person))
    throw new AppError('forbidden', "You don't have permission to do this.")
  return person
}

export const setStudentRole = (
  context: StudentsContext,
  scope: AdminScope,
  userId: number,
  { role }: BodyOf<typeof roleCall>,
): Promise<Student> =>
  scope.tx(async (db) => {
    const person = await requireChangeable(db, scope, userId)
    if (person.role !== role) await context.changeRole(db, scope, scope.actor.userId, userId, role)
    return studentOf(db, scope, userId)
  })

export const inviteStudent = (
  context: StudentsContext,
  scope: AdminScope,
  { name, email, language, course_id: courseId }: BodyOf<typeof inviteCall>,
): Promise<Student> =>
  scope.tx(async (db) => {
    await lockInvitations(db, scope.tenant.clientId)
    if (await context.findByEmail(db, email))
      throw invalidField('email', {
        code: 'taken',
        message: 'Somebody with this e-mail address has an account already.',
      })
    const userId = await context.createUser(db, {
      email,
      fullName: name,
      passwordHash: null,
      language,
      createdAt: scope.clock.now(),
    })
    if (courseId !== null) {
      const result = await context.enrol(scope, db, courseId, userId)
      if (result !== 'done')
        throw invalidField('course_id', {
          code: 'invalid',
          message: 'Nobody can be enrolled in this course now.',
        })
    }
    const site = await siteOf(db, context.site, scope.tenant.clientId)
    await sendInvitation(context.outbox, db, site, { email, name, language })
    await context.audit.record(db, {
      action: 'students.invite',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `user:${userId}`,
    })
    return studentOf(db, scope, userId)
  })
