import type { NoteColour, NotePlace } from '#contract/courses/learning.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Learner } from './progress.repository.ts'

export interface NoteRow {
  id: string
  item_id: number
  body: string
  colour: NoteColour
  place: NotePlace
  created_at: Date
  changed_at: Date
  deleted_at: Date | null
}

const columns = [
  'id',
  'item_id',
  'body',
  'colour',
  'place',
  'created_at',
  'changed_at',
  'deleted_at',
] as const

/** The learner's notes of one item or a whole course, without deleted ones. */
export const notesIn = (
  db: TenantDb,
  { clientId, userId }: Learner,
  where: { itemId: number } | { courseId: number },
): Promise<NoteRow[]> => {
  const query = db
    .selectFrom('lesson_note')
    .select(columns)
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
  return 'itemId' in where
    ? query.where('item_id', '=', where.itemId).execute()
    : query.where('course_id', '=', where.courseId).execute()
}

/** One of the learner's notes, deleted or not, locked until the transaction ends. */
export const noteById = (
  db: TenantDb,
  { clientId, userId }: Learner,
  id: string,
): Promise<NoteRow | undefined> =>
  db
    .selectFrom('lesson_note')
    .select(columns)
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const countNotes = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  itemId: number,
): Promise<number> => {
  const row = await db
    .selectFrom('lesson_note')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow()
  return row.count
}

export interface NoteWrite {
  id: string
  itemId: number
  courseId: number
  body: string
  colour: NoteColour
  place: NotePlace
  changedAt: Date
}

/** Adds or replaces a note and returns its row. */
export const writeNote = (db: TenantDb, { clientId, userId }: Learner, note: NoteWrite): Promise<NoteRow> => {
  const values = {
    body: note.body,
    colour: note.colour,
    place: JSON.stringify(note.place),
    changed_at: note.changedAt,
    deleted_at: null,
  }
  return db
    .insertInto('lesson_note')
    .values({
      client_id: clientId,
      user_id: userId,
      id: note.id,
      course_id: note.courseId,
      item_id: note.itemId,
      created_at: note.changedAt,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'user_id', 'id']).doUpdateSet(values))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export const markNoteDeleted = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  note: { id: string; itemId: number; now: Date },
): Promise<void> => {
  await db
    .updateTable('lesson_note')
    .set({ deleted_at: note.now, body: '', place: '{}' })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('id', '=', note.id)
    .where('item_id', '=', note.itemId)
    .where('deleted_at', 'is', null)
    .execute()
}
