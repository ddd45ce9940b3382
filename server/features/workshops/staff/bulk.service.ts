/** One action on many registrations: every row has its own result, and a refused row stops no other. */
import type { BodyOf } from '#contract/endpoint.ts'
import type {
  changeRegistrations as changeCall,
  mailRegistrations as mailCall,
  Refusal,
  RowResult,
} from '#contract/workshops/registrations.ts'
import type { RegistrationStatus } from '#contract/workshops/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { limitReached } from '#server/core/plan-limits.ts'
import type { EnrolResult, WorkshopsContext } from '../context.ts'
import { mailFromStaff, mailRegistration } from '../mail/mails.ts'
import { managerOf } from './manage.service.ts'
import {
  noteEnrolled,
  registrationById,
  setStatus,
  type RegistrationRow,
} from '../registrations.repository.ts'
import { settleWorkshop } from '../settle.service.ts'
import { accountWith, managedRegistrations, noteMail, sentMail } from './list.repository.ts'
import { lockWorkshop, type WorkshopRow } from '../workshops.repository.ts'

type Outcome = Omit<RowResult, 'id'>
const done: Outcome = { result: 'done', reason: null }
const unchanged: Outcome = { result: 'unchanged', reason: null }
const refused = (reason: Refusal): Outcome => ({ result: 'refused', reason })

interface Facts {
  context: WorkshopsContext
  scope: StaffScope
  db: TenantDb
  workshop: WorkshopRow
  row: RegistrationRow
  /** Free seats that nobody waits for. */
  left: number
  now: Date
  courseId: number | null
}

const change = async (
  { db, row, now }: Facts,
  status: RegistrationStatus,
): Promise<RegistrationRow | undefined> =>
  (await setStatus(db, row.client_id, [row.id], { status, until: null }, now))[0]

const HAS_SEAT: readonly RegistrationStatus[] = ['confirmed', 'attended', 'no_show']

/** Staff may give a seat to somebody who waits as long as one is free. */
const confirm = async (facts: Facts): Promise<Outcome> => {
  const { context, db, workshop, row, left } = facts
  if (HAS_SEAT.includes(row.status)) return unchanged
  if (workshop.state === 'cancelled') return refused('workshop_cancelled')
  const hasPlace = row.status === 'registered' || row.status === 'offered'
  if (!hasPlace && left < 1) return refused('full')
  const confirmed = await change(facts, 'confirmed')
  if (confirmed) await mailRegistration(context, db, 'confirmed', workshop, confirmed)
  return done
}

const mark =
  (status: 'attended' | 'no_show') =>
  async (facts: Facts): Promise<Outcome> => {
    const { workshop, row, now } = facts
    if (row.status === status) return unchanged
    if (workshop.state === 'cancelled') return refused('workshop_cancelled')
    if (now < workshop.starts_at) return refused('not_started')
    if (!HAS_SEAT.includes(row.status)) return refused('no_seat')
    await change(facts, status)
    return done
  }

const cancel = async (facts: Facts): Promise<Outcome> => {
  const { context, db, workshop, row, now } = facts
  if (row.status === 'cancelled') return unchanged
  if (now >= workshop.starts_at) return refused('workshop_over')
  const cancelled = await change(facts, 'cancelled')
  if (cancelled) await mailRegistration(context, db, 'cancelled', workshop, cancelled)
  return done
}

const ENROL_REFUSALS: Record<Exclude<EnrolResult, 'done'>, Refusal> = {
  already: 'already_enrolled',
  full: 'course_full',
  premium: 'course_premium',
  closed: 'course_closed',
  not_allowed: 'not_allowed',
}

const enrol = async ({ context, scope, db, workshop, row, now, courseId }: Facts): Promise<Outcome> => {
  const into = courseId ?? workshop.course_id
  if (row.status === 'cancelled') return refused('cancelled')
  if (into === null) return refused('not_found')
  const userId = await accountWith(db, row.client_id, row.email_key)
  if (userId === null) return refused('no_account')
  const result = await context.enrol(scope, db, into, userId)
  if (result !== 'done' && result !== 'already') return refused(ENROL_REFUSALS[result])
  await noteEnrolled(db, row.client_id, row.id, { userId, courseId: into }, now)
  return result === 'done' ? done : refused('already_enrolled')
}

const ACTIONS = { confirm, attended: mark('attended'), no_show: mark('no_show'), cancel, enrol } as const

const inOrder = (ids: readonly number[], outcomes: ReadonlyMap<number, Outcome>): RowResult[] =>
  [...new Set(ids)].map((id) => ({ id, ...(outcomes.get(id) ?? refused('not_found')) }))

export const changeRegistrations = (
  context: WorkshopsContext,
  scope: StaffScope,
  { ids, action, course_id: courseId }: BodyOf<typeof changeCall>,
): Promise<{ results: RowResult[] }> =>
  scope.tx(async (db) => {
    const now = scope.clock.now()
    const { clientId } = scope.tenant
    const outcomes = new Map<number, Outcome>()
    const rows = await managedRegistrations(db, managerOf(scope), ids)
    for (const { id, workshop_id: workshopId } of rows) {
      const settled = await settleWorkshop(context, db, { clientId, workshopId }, now)
      const row = await registrationById(db, clientId, id)
      if (!settled || !row) continue
      const facts = { context, scope, db, row, now, courseId, workshop: settled.workshop, left: settled.left }
      outcomes.set(id, await ACTIONS[action](facts))
    }
    for (const workshopId of new Set(rows.map((row) => row.workshop_id)))
      await settleWorkshop(context, db, { clientId, workshopId }, now)
    await context.audit.record(db, {
      action: 'workshops.change_registrations',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      detail: { action, rows: rows.length },
    })
    return { results: inOrder(ids, outcomes) }
  })

const mailEach = async (
  context: WorkshopsContext,
  db: TenantDb,
  rows: readonly RegistrationRow[],
  written: { subject: string; text: string },
): Promise<void> => {
  const workshops = new Map<number, WorkshopRow | undefined>()
  for (const row of rows) {
    const { workshop_id: workshopId } = row
    if (!workshops.has(workshopId))
      workshops.set(workshopId, await lockWorkshop(db, { clientId: row.client_id, workshopId }))
    const workshop = workshops.get(workshopId)
    if (workshop && row.status !== 'cancelled') await mailFromStaff(context, db, written, workshop, row)
  }
}

/** A repeat of the call gets the first result and sends nothing. */
export const mailSelection = (
  context: WorkshopsContext,
  scope: StaffScope,
  { ids, subject, text, idempotency_key: key }: BodyOf<typeof mailCall>,
): Promise<{ results: RowResult[] }> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const sent = await sentMail<{ results: RowResult[] }>(db, clientId, key)
    if (sent) return sent
    const rows = await managedRegistrations(db, managerOf(scope), ids)
    const outcomes = new Map<number, Outcome>(
      rows.map((row) => [row.id, row.status === 'cancelled' ? refused('cancelled') : done]),
    )
    const answer = { results: inOrder(ids, outcomes) }
    // The key's row is written first: a second call at the same moment waits for it.
    const isFirst = await noteMail(
      db,
      { clientId, key, sentBy: scope.actor.userId, result: answer },
      scope.clock.now(),
    )
    if (!isFirst) return (await sentMail<typeof answer>(db, clientId, key)) ?? answer
    // Sends to everybody or to nobody, so that the sender knows who has the mail. The error releases the idempotency key.
    const wanted = rows.filter((row) => row.status !== 'cancelled').length
    if (wanted > (await context.mailRoom(db))) throw limitReached('mail_limit')
    await mailEach(context, db, rows, { subject, text })
    await context.audit.record(db, {
      action: 'workshops.mail',
      result: 'ok',
      actorId: scope.actor.userId,
      sessionId: scope.actor.sessionId,
      detail: { rows: rows.length },
    })
    return answer
  })
