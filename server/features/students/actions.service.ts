/** What staff do with people: enrol and unenrol, deactivate, change a role, invite. */
import type { BodyOf } from '#contract/endpoint.ts'
import type { Role } from '#contract/common.ts'
import type {
  enrolStudents as enrolCall,
  inviteStudent as inviteCall,
  setStudentRole as roleCall,
  setStudentsActive as activeCall,
  Student,
  StudentResult,
  unenrolStudents as unenrolCall,
} from '#contract/students/students.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope, StaffScope } from '#server/core/http/scope.ts'
import { siteOf } from '#server/core/mail/site.ts'
import { enrolOne, setActiveOne, unenrolOne } from './act.ts'
import type { StudentsContext } from './context.ts'
import { mayAdministerNow, mayChange } from './may-change.ts'
import { forEach } from './row-results.ts'
import { lockInvitations, sendInvitation } from './student.mails.ts'
import { studentRow } from './students.repository.ts'
import { studentOf, viewerOf } from './students.service.ts'

const forbidden = () => new AppError('forbidden', "You don't have permission to do this.")

const changeEnrolments = (
  context: StudentsContext,
  scope: StaffScope,
  { ids, course_id: courseId }: BodyOf<typeof enrolCall>,
  kind: 'enrol' | 'unenrol',
): Promise<{ results: StudentResult[] }> =>
  scope.tx(async (db) => {
    const facts = { context, by: scope, db }
    const change = kind === 'enrol' ? enrolOne : unenrolOne
    const answer = await forEach(db, scope, ids, (person) => change(facts, person, courseId))
    const changed = answer.results.filter(({ result }) => result === 'done').length
    await context.audit.record(db, {
      action: `students.${kind}`,
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      object: `course:${courseId}`,
      detail: { [kind === 'enrol' ? 'enrolled' : 'unenrolled']: changed },
    })
    return answer
  })

export const enrolStudents = (
  context: StudentsContext,
  scope: StaffScope,
  body: BodyOf<typeof enrolCall>,
): Promise<{ results: StudentResult[] }> => changeEnrolments(context, scope, body, 'enrol')

export const unenrolStudents = (
  context: StudentsContext,
  scope: StaffScope,
  body: BodyOf<typeof unenrolCall>,
): Promise<{ results: StudentResult[] }> => changeEnrolments(context, scope, body, 'unenrol')

export const setStudentsActive = (
  context: StudentsContext,
  scope: AdminScope,
  { ids, is_active: isActive }: BodyOf<typeof activeCall>,
): Promise<{ results: StudentResult[] }> =>
  scope.tx(async (db) => {
    if (!(await mayAdministerNow(db, scope))) throw forbidden()
    const facts = { context, by: scope, db }
    return forEach(db, scope, ids, (person) => setActiveOne(facts, person, isActive))
  })

const requireChangeable = async (
  db: TenantDb,
  scope: AdminScope,
  userId: number,
): Promise<{ id: number; role: Role }> => {
  const person = await studentRow(db, viewerOf(scope), userId)
  if (!person) throw notFound()
  if (!mayChange(scope.actor, person) || !(await mayAdministerNow(db, scope))) throw forbidden()
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
