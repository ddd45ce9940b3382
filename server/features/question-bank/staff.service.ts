/** The owner and the staff of an assessment (rules: Assessments). What they may do: assessment.policy.ts. */
import {
  CANDIDATES_MAX,
  STAFF_MAX,
  type AssessmentStaff,
  type findCandidates,
  type StaffPerson,
} from '#contract/assessments/admin/staff.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { likePattern } from '#server/core/db/like-pattern.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import type { AdminScope, StaffScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import * as policy from './assessment.policy.ts'
import { recordAudit, type BankContext } from './bank.service.ts'
import * as rows from './staff.repository.ts'

const keyOf = (scope: StaffScope, assessmentId: number) => ({
  clientId: scope.tenant.clientId,
  assessmentId,
})

const toPerson = (scope: StaffScope, { id, name, email }: rows.PersonRow): StaffPerson => ({
  id,
  name,
  email: policy.maySeeAddresses(scope) ? email : null,
})

const readStaff = async (db: TenantDb, scope: StaffScope, assessmentId: number): Promise<AssessmentStaff> => {
  const key = keyOf(scope, assessmentId)
  const owner = await rows.ownerOf(db, key)
  const staff = await rows.staffOf(db, key)
  return {
    owner: owner && toPerson(scope, owner),
    staff: staff.map((row) => ({
      ...toPerson(scope, row),
      added_at: row.added_at.toISOString(),
      added_by: row.added_by,
    })),
    may_assign: await policy.isInCharge(db, scope, assessmentId),
    may_set_owner: policy.isAdmin(scope),
  }
}

export const get = (scope: StaffScope, assessmentId: number): Promise<AssessmentStaff> =>
  scope.tx(async (db) => {
    await policy.requireAssigned(db, scope, assessmentId)
    return readStaff(db, scope, assessmentId)
  })

export const candidates = (
  scope: StaffScope,
  assessmentId: number,
  { search }: QueryOf<typeof findCandidates>,
): Promise<ResponseOf<typeof findCandidates>> =>
  scope.tx(async (db) => {
    await policy.requireInCharge(db, scope, assessmentId)
    const found = await rows.candidates(db, keyOf(scope, assessmentId), {
      pattern: likePattern(search ?? ''),
      inEmails: policy.maySeeAddresses(scope),
      limit: CANDIDATES_MAX,
    })
    return { results: found.map((row) => toPerson(scope, row)) }
  })

/** 404 for somebody who is not there, refused for somebody with another role than these. */
const requireRole = async (
  db: TenantDb,
  scope: StaffScope,
  userId: number,
  roles: readonly string[],
): Promise<void> => {
  const role = await rows.roleOf(db, scope.tenant.clientId, userId)
  if (role === undefined) throw notFound()
  if (!roles.includes(role)) throw invalidField('user_id', fieldIssue('invalid'))
}

export const add = (
  context: BankContext,
  scope: StaffScope,
  assessmentId: number,
  userId: number,
): Promise<AssessmentStaff> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, assessmentId)
    await policy.requireInCharge(db, scope, assessmentId)
    await rows.lockStaff(db, key)
    await requireRole(db, scope, userId, ['instructor'])
    const staff = await rows.staffOf(db, key)
    const isThere = staff.some(({ id }) => id === userId) || (await rows.ownerOf(db, key))?.id === userId
    if (!isThere) {
      if (staff.length >= STAFF_MAX)
        throw new AppError('conflict', `At most ${STAFF_MAX} people can work on an assessment.`)
      await rows.addStaff(db, key, userId, { by: scope.actor.userId, now: scope.clock.now() })
      await recordAudit(context, db, scope, 'authoring.addStaff', `assessment:${assessmentId}`, {
        person: userId,
      })
    }
    return readStaff(db, scope, assessmentId)
  })

export const remove = (
  context: BankContext,
  scope: StaffScope,
  assessmentId: number,
  userId: number,
): Promise<AssessmentStaff> =>
  scope.tx(async (db) => {
    await policy.requireInCharge(db, scope, assessmentId)
    if (await rows.removeStaff(db, keyOf(scope, assessmentId), userId))
      await recordAudit(context, db, scope, 'authoring.removeStaff', `assessment:${assessmentId}`, {
        person: userId,
      })
    return readStaff(db, scope, assessmentId)
  })

export const setOwner = (
  context: BankContext,
  scope: AdminScope,
  assessmentId: number,
  userId: number,
): Promise<AssessmentStaff> =>
  scope.tx(async (db) => {
    const key = keyOf(scope, assessmentId)
    await policy.requireAssigned(db, scope, assessmentId)
    await rows.lockStaff(db, key)
    await requireRole(db, scope, userId, ['instructor', 'admin', 'superadmin'])
    const former = await rows.ownerOf(db, key)
    if (former?.id !== userId) {
      await rows.removeStaff(db, key, userId)
      await rows.setOwner(db, key, userId)
      if (former) {
        const isInstructor = (await rows.roleOf(db, key.clientId, former.id)) === 'instructor'
        if (isInstructor)
          await rows.addStaff(db, key, former.id, { by: scope.actor.userId, now: scope.clock.now() })
      }
      await recordAudit(context, db, scope, 'authoring.setOwner', `assessment:${assessmentId}`, {
        person: userId,
        former: former?.id ?? null,
      })
    }
    return readStaff(db, scope, assessmentId)
  })
