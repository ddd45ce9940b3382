/** Writes rows that the dry run has shown, as far as they would still do the same. */
import { sql } from 'kysely'
import type { Role } from '#contract/common.ts'
import type { Language } from '#contract/languages.ts'
import type { ImportProblem, ImportProblemCode } from '#contract/students/imports.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { siteOf } from '#server/core/mail/site.ts'
import type { EnrolResult } from '../context.ts'
import { addMembers } from '../groups/groups.repository.ts'
import { lockInvitations, sendInvitation } from '../student.mails.ts'
import { factsOf } from './check-step.ts'
import type { Batch, Enroller, ImportContext } from './context.ts'
import type { CellChange } from './imports.tables.ts'
import { openRows, writeOutcomes, type ImportRecord, type RowRecord } from './imports.repository.ts'
import { isAsShown, planRow, type Plan } from './plan.ts'

interface Work {
  row: RowRecord
  plan: Plan
  problems: ImportProblem[]
  enrolled: number[]
  grouped: number[]
  result: NonNullable<RowRecord['result']>
}

const toOf = (changes: readonly CellChange[], field: CellChange['field']) =>
  changes.find((change) => change.field === field)?.to ?? null

const createPeople = async (
  { core, createUsers }: ImportContext,
  { db, clientId }: Batch,
  work: readonly Work[],
  invites: boolean,
): Promise<void> => {
  if (work.length === 0) return
  const people = work.map(({ plan: { changes } }) => ({
    email: toOf(changes, 'email') ?? '',
    fullName: toOf(changes, 'name') ?? '',
    phone: toOf(changes, 'phone'),
    language: toOf(changes, 'language') as Language,
    passwordHash: null,
    createdAt: core.clock.now(),
  }))
  const ids = await createUsers(db, people)
  for (const [index, one] of work.entries()) one.plan.userId = ids[index] ?? null
  if (!invites) return
  const { publicUrl, demo } = core.config
  const site = await siteOf(db, { publicUrl, demo }, clientId)
  const invited = people.map(({ email, fullName: name, language }) => ({ email, name, language }))
  await sendInvitation(core.outbox, db, site, ...invited)
}

const FIELDS = ['name', 'phone', 'language'] as const

const changePeople = async (
  { core }: ImportContext,
  { db, clientId }: Batch,
  work: readonly Work[],
): Promise<void> => {
  const people = work
    .filter(({ plan }) => FIELDS.some((field) => toOf(plan.changes, field) !== null))
    .map(({ plan }) => ({
      id: plan.userId ?? 0,
      ...Object.fromEntries(FIELDS.map((field) => [field, toOf(plan.changes, field)])),
    }))
  if (people.length === 0) return
  await setFields(db, people, core.clock.now())
  await core.changes.announce(
    db,
    ...people.map(({ id: userId }) => ({ kind: 'user', clientId, userId }) as const),
  )
}

/** Null leaves a field as it is. */
const setFields = async (db: TenantDb, people: readonly object[], now: Date): Promise<void> => {
  await sql`
    update app_user u set full_name = coalesce(p.name, u.full_name),
      phone_number = coalesce(p.phone, u.phone_number), language = coalesce(p.language, u.language),
      updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p(id integer, name text, phone text, language text)
    where u.client_id = current_client_id() and u.id = p.id`.execute(db)
}

const ENROL_PROBLEMS: Partial<Record<EnrolResult, ImportProblemCode>> = {
  full: 'course_full',
  premium: 'course_premium',
  closed: 'course_closed',
  not_allowed: 'not_allowed',
}

const enrolPeople = async (
  context: ImportContext,
  { db, clientId }: Batch,
  work: readonly Work[],
  actor: Enroller['actor'],
): Promise<void> => {
  const courses = new Map<number, { title: string; people: Work[] }>()
  for (const one of work)
    for (const { course_id: id, to: title } of one.plan.changes)
      if (id !== undefined) courses.set(id, { title, people: [...(courses.get(id)?.people ?? []), one] })
  // In the order of their ids, so that two imports lock the seats of courses in one order.
  for (const [id, { title, people }] of [...courses].toSorted(([a], [b]) => a - b)) {
    const results = await context.enrolMany(
      { tenant: { clientId }, clock: context.core.clock, actor },
      db,
      id,
      people.map(({ plan }) => plan.userId ?? 0),
    )
    for (const one of people) {
      const result = results.get(one.plan.userId ?? 0) ?? 'not_allowed'
      const code = ENROL_PROBLEMS[result]
      if (code) one.problems.push({ code, value: title })
      if (result === 'done') one.enrolled.push(id)
    }
  }
}

const groupPeople = async ({ core }: ImportContext, { db }: Batch, work: readonly Work[]): Promise<void> => {
  const workOf = new Map(work.map((one) => [one.plan.userId ?? 0, one]))
  const pairs = work.flatMap(({ plan }) =>
    plan.changes.flatMap(({ group_id: id }) => (id === undefined ? [] : [[plan.userId ?? 0, id] as const])),
  )
  for (const added of await addMembers(db, pairs, core.clock.now()))
    workOf.get(added.user_id)?.grouped.push(added.group_id)
}

/** Nothing else was to do, and no course took the person. */
const didNothing = ({ plan, enrolled }: Work) =>
  plan.state === 'changed' && enrolled.length === 0 && plan.changes.every(({ field }) => field === 'courses')

const decide = (row: RowRecord, plan: Plan): Work => {
  const work = { row, plan, problems: [], enrolled: [], grouped: [] }
  if (plan.state === 'same') return { ...work, result: 'unchanged' }
  if (isAsShown(plan, row)) return { ...work, result: plan.state === 'new' ? 'created' : 'updated' }
  const problems =
    plan.problems.length > 0 ? plan.problems : [{ code: 'changed_since' as const, value: null }]
  return { ...work, problems, result: 'refused' }
}

/** The people to create, as many as the client's plan has room for; the others are refused. */
const withRoom = async ({ roomForPeople }: ImportContext, { db }: Batch, work: Work[]): Promise<Work[]> => {
  const wanted = work.filter(({ result }) => result === 'created')
  if (wanted.length === 0) return wanted
  const room = await roomForPeople(db)
  for (const one of wanted.slice(Math.min(room, wanted.length))) {
    one.result = 'refused'
    one.problems = [{ code: 'people_limit', value: null }]
  }
  return wanted.filter(({ result }) => result === 'created')
}

export const writeBatch = async (
  context: ImportContext,
  batch: Batch,
  record: ImportRecord,
  actor: { userId: number; role: Role },
): Promise<number> => {
  const { db, clientId } = batch
  const rows = await openRows(db, record.id, 'write', batch.limit)
  // Two imports and invitations of one address at once: the second one waits and then finds the account.
  await lockInvitations(db, clientId)
  const facts = await factsOf(context, batch, { record, rows, actor, lock: true })
  const work = rows.map((row) => decide(row, planRow(row.cells, facts, null)))
  const created = await withRoom(context, batch, work)
  const updated = work.filter(({ result }) => result === 'updated')
  await createPeople(context, batch, created, record.sends_invitations)
  await changePeople(context, batch, updated)
  await enrolPeople(context, batch, [...created, ...updated], actor)
  await groupPeople(context, batch, [...created, ...updated])
  await writeOutcomes(
    db,
    record.id,
    work.map((one) => ({
      row: one.row.row_number,
      problems: one.problems,
      user_id: one.plan.userId,
      enrolled: one.enrolled,
      grouped: one.grouped,
      result: one.result === 'updated' && didNothing(one) ? 'refused' : one.result,
    })),
  )
  return rows.length
}
