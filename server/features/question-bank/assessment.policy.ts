/**
 * Who may do what with an assessment (rules: Assessments). Every endpoint for staff asks here: authoring, results,
 * monitor, grading, extra time, corrected keys, exports.
 *   admins     everything in their client
 *   the owner  everything, and who else works on the assessment
 *   its staff  everything but deleting it and choosing its staff
 *   others     nothing: for them it does not exist
 * Nobody, admins included, decides on an attempt of their own. Exports with addresses are for admins.
 */
import { sql, type RawBuilder } from 'kysely'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { StaffScope } from '#server/core/http/scope.ts'

export const isAdmin = ({ actor }: StaffScope): boolean => actor.role !== 'instructor'

/** Only admins take other people's addresses out of the product. */
export const maySeeAddresses = (scope: StaffScope): boolean => isAdmin(scope)

/** A condition on `assessment a`: those that the actor may know of. */
export const isVisible = (scope: StaffScope): RawBuilder<boolean> =>
  isAdmin(scope)
    ? sql<boolean>`true`
    : sql<boolean>`(a.owner_id = ${scope.actor.userId} or exists (select from assessment_staff s
        where s.client_id = a.client_id and s.assessment_id = a.id and s.user_id = ${scope.actor.userId}))`

/** The ids of the assessments that the actor may know of. */
export const visibleIds = async (db: TenantDb, scope: StaffScope): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select a.id from assessment a where a.client_id = ${scope.tenant.clientId} and ${isVisible(scope)}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** 404 unless the actor works on this assessment. */
export const requireAssigned = async (
  db: TenantDb,
  scope: StaffScope,
  assessmentId: number,
): Promise<void> => {
  const { rows } = await sql`
    select from assessment a
    where a.client_id = ${scope.tenant.clientId} and a.id = ${assessmentId} and ${isVisible(scope)}`.execute(
    db,
  )
  if (rows.length === 0) throw notFound()
}

/** Whether the actor may choose the staff of this assessment and delete it. 404 unless the actor works on it. */
export const isInCharge = async (db: TenantDb, scope: StaffScope, assessmentId: number): Promise<boolean> => {
  await requireAssigned(db, scope, assessmentId)
  const { rows } = await sql<{ owner_id: number | null }>`
    select owner_id from assessment
    where client_id = ${scope.tenant.clientId} and id = ${assessmentId}`.execute(db)
  return isAdmin(scope) || rows[0]?.owner_id === scope.actor.userId
}

export const requireInCharge = async (
  db: TenantDb,
  scope: StaffScope,
  assessmentId: number,
): Promise<void> => {
  if (!(await isInCharge(db, scope, assessmentId)))
    throw new AppError('forbidden', 'Only the owner of this assessment or an admin can do this.')
}

/** `learnerId`: whose attempt, extra time or further attempt is decided on. */
export const refuseOwnAttempt = (scope: StaffScope, learnerId: number): void => {
  if (learnerId === scope.actor.userId)
    throw new AppError('own_attempt', 'This is your own attempt. Someone else has to decide on it.')
}
