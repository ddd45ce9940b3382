/** Takes an import back, as far as nobody has built on it. */
import { sql } from 'kysely'
import type { Role } from '#contract/common.ts'
import type { Change } from '#server/core/core.ts'
import { removeMembers } from '../groups/groups.repository.ts'
import { mayChange } from '../may-change.ts'
import type { Batch, Enroller, ImportContext } from './context.ts'
import type { CellChange } from './imports.tables.ts'
import { openRows, writeOutcomes, type ImportRecord, type RowRecord } from './imports.repository.ts'

/** What an account has without its person doing anything: the row itself, and what follows from an enrolment. */
const WITHOUT_USE = [
  'app_user',
  'person_summary',
  'enrolment',
  'course_seat',
  'course_notice',
  'student_import_row',
  'student_group_member',
  'notification',
  'notification_mail',
] as const

interface Person {
  id: number
  name: string
  phone: string | null
  language: string
  role: Role
  is_untouched: boolean
  enrolments: { course_id: number; is_used: boolean }[]
}

/** Nobody enrols them or signs them in until the end of the transaction. */
const lockPeople = async (batch: Batch, ids: readonly number[]): Promise<Map<number, Person>> => {
  await sql`select id from app_user where client_id = current_client_id() and id = any(${[...ids]}::integer[])
    order by id for update`.execute(batch.db)
  const { rows } = await sql<Person>`
    select u.id, u.full_name as name, u.phone_number as phone, u.language, u.role,
      u.password_hash is null and u.email_verified_at is null and u.role = 'student'
        and u.profile_picture is null and u.terms_accepted_at is null and u.disabled_at is null as is_untouched,
      coalesce((select jsonb_agg(jsonb_build_object('course_id', e.course_id,
          'is_used', e.last_activity_at is not null or e.completed_at is not null))
        from enrolment e where e.client_id = u.client_id and e.user_id = u.id), '[]') as enrolments
    from app_user u where u.client_id = current_client_id() and u.id = any(${[...ids]}::integer[])`.execute(
    batch.db,
  )
  return new Map(rows.map((person) => [person.id, person]))
}

const isUnused = (row: RowRecord, person: Person, withRows: ReadonlySet<number>): boolean =>
  person.is_untouched &&
  !withRows.has(person.id) &&
  person.enrolments.every(({ course_id: id, is_used: used }) => !used && row.enrolled.includes(id))

const COLUMNS = { name: 'full_name', phone: 'phone_number', language: 'language' } as const
type Column = keyof typeof COLUMNS
const isColumn = (field: CellChange['field']): field is Column => field in COLUMNS

/** Changed fields return to what they were, unless somebody changed them since. */
const restoreFields = async (
  { core }: ImportContext,
  { db }: Batch,
  row: RowRecord,
  person: Person,
): Promise<{ restored: number; kept: number }> => {
  const changed = row.changes.filter((change) => isColumn(change.field))
  const back = changed.filter(({ field, to }) => isColumn(field) && person[field] === to)
  if (back.length > 0) {
    const values = back.map(
      ({ field, from }) => sql`${sql.ref(isColumn(field) ? COLUMNS[field] : 'language')} = ${from}`,
    )
    await sql`update app_user set ${sql.join(values)}, updated_at = ${core.clock.now()}
      where client_id = current_client_id() and id = ${person.id}`.execute(db)
  }
  return { restored: back.length, kept: changed.length - back.length }
}

const endEnrolments = async (
  context: ImportContext,
  { db, clientId }: Batch,
  rows: readonly RowRecord[],
): Promise<void> => {
  const courses = new Map<number, number[]>()
  for (const { enrolled, user_id: userId } of rows)
    for (const id of userId === null ? [] : enrolled)
      courses.set(id, [...(courses.get(id) ?? []), userId ?? 0])
  for (const [id, userIds] of [...courses].toSorted(([a], [b]) => a - b))
    await context.endEnrolments({ tenant: { clientId }, clock: context.core.clock }, db, id, userIds)
}

type Undo = NonNullable<RowRecord['undo']>

export const undoBatch = async (
  context: ImportContext,
  batch: Batch,
  record: ImportRecord,
  actor: Enroller['actor'],
): Promise<number> => {
  const { db } = batch
  const rows = await openRows(db, record.id, 'undo', batch.limit)
  const ids = rows.flatMap(({ user_id: id }) => (id === null ? [] : [id]))
  const people = await lockPeople(batch, ids)
  const made = rows.flatMap(({ result, user_id: id }) => (result === 'created' && id !== null ? [id] : []))
  const withRows = await context.peopleWithRows(db, made, WITHOUT_USE)
  const personOf = ({ user_id: id }: RowRecord) => (id === null ? undefined : people.get(id))
  const isRemovable = (row: RowRecord) => {
    const person = personOf(row)
    return row.result === 'created' && person !== undefined && isUnused(row, person, withRows)
  }
  const removable = rows.filter(isRemovable)
  const restorable = rows.filter((row) => {
    const person = personOf(row)
    return row.result === 'updated' && person !== undefined && mayChange(actor, person)
  })
  // Ending them first frees the seats for the waiting list.
  await endEnrolments(context, batch, [...removable, ...restorable])
  await removeMembers(
    db,
    restorable.flatMap(({ user_id: id, grouped }) =>
      id === null ? [] : grouped.map((group) => [id, group] as const),
    ),
  )
  await sql`delete from app_user where client_id = current_client_id()
    and id = any(${removable.map(({ user_id: id }) => id)}::integer[])`.execute(db)
  const outcomes: { row: number; undo: Undo }[] = []
  const changed: Change[] = []
  for (const row of rows) {
    const person = personOf(row)
    const undo = async (): Promise<Undo> => {
      if (removable.includes(row)) return 'removed'
      if (!person || !restorable.includes(row)) return 'kept'
      const { restored, kept } = await restoreFields(context, batch, row, person)
      if (restored > 0) changed.push({ kind: 'user', clientId: batch.clientId, userId: person.id })
      if (kept === 0) return 'restored'
      return restored + row.enrolled.length + row.grouped.length > 0 ? 'partly' : 'kept'
    }
    outcomes.push({ row: row.row_number, undo: await undo() })
  }
  await context.core.changes.announce(db, ...changed)
  await writeOutcomes(db, record.id, outcomes)
  return rows.length
}
