import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import {
  NOTES_PER_ITEM_MAX,
  type LessonNote,
  type listCourseNotes,
  type listNotes,
  type saveNote,
} from '#contract/courses/learning.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CoursesContext } from '../courses.cache.ts'
import { lockedContent, mayOpen, maySee } from '../courses.policy.ts'
import { learnerOf, visibleCourse } from '../learning.ts'
import {
  countNotes,
  markNoteDeleted,
  noteById,
  notesIn,
  writeNote,
  type NoteRow,
} from './notes.repository.ts'
import { activeEnrolment, itemWithCourse, type ItemWithCourse } from './progress.repository.ts'
import { topicsOf } from '../progress.ts'

/** Throws unless the caller may read the item: notes follow the same rule as the page they are on. */
const readableItem = async (
  { caches }: CoursesContext,
  db: TenantDb,
  scope: MemberScope,
  itemId: number,
): Promise<ItemWithCourse> => {
  const learner = learnerOf(scope)
  const item = await itemWithCourse(db, learner.clientId, itemId)
  if (!item || !maySee(scope.actor.role, item.status)) throw notFound()
  const { outline } = await visibleCourse(caches, db, scope, item.courseId)
  const topic = topicsOf(outline).find((each) => each.id === item.topicId)
  const enrolled = (await activeEnrolment(db, learner, item.courseId)) !== undefined
  if (!mayOpen({ role: scope.actor.role, enrolled, freePreview: topic?.freePreview ?? false }))
    throw lockedContent(item.price)
  return item
}

export const notesOf = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
): Promise<ResponseOf<typeof listNotes>> =>
  scope.tx(async (db) => {
    await readableItem(context, db, scope, itemId)
    const rows = await notesIn(db, learnerOf(scope), { itemId })
    return { results: rows.toSorted(byPosition).map(toNote) }
  })

/**
 * All the caller's notes of a course, each with its lesson. Also after leaving the course, because they are the
 * person's own texts.
 */
export const courseNotes = (
  { caches }: CoursesContext,
  scope: MemberScope,
  courseId: number,
): Promise<ResponseOf<typeof listCourseNotes>> =>
  scope.tx(async (db) => {
    const { outline } = await visibleCourse(caches, db, scope, courseId)
    const rows = Map.groupBy(await notesIn(db, learnerOf(scope), { courseId }), (row) => row.item_id)
    const results = topicsOf(outline).flatMap((topic) =>
      topic.items.flatMap((item) =>
        (rows.get(item.id) ?? []).toSorted(byPosition).map((row) => ({
          ...toNote(row),
          topic_id: topic.id,
          topic_title: topic.title,
          item_title: item.title,
        })),
      ),
    )
    return { results }
  })

/** The later change of two devices wins, whichever arrives last; a deleted note stays deleted. */
export const upsertNote = (
  context: CoursesContext,
  scope: MemberScope,
  ids: { itemId: number; noteId: string },
  body: BodyOf<typeof saveNote>,
): Promise<LessonNote> =>
  scope.tx(async (db) => {
    const item = await readableItem(context, db, scope, ids.itemId)
    const learner = learnerOf(scope)
    const saved = await noteById(db, learner, ids.noteId)
    if (saved && saved.item_id !== ids.itemId) throw notFound()
    if (saved?.deleted_at) throw new AppError('conflict', 'This note was deleted on another device.')
    const changedAt = new Date(scope.clock.now().getTime() - body.changed_ago_ms)
    if (saved && saved.changed_at > changedAt) return toNote(saved)
    if (!saved && (await countNotes(db, learner, ids.itemId)) >= NOTES_PER_ITEM_MAX)
      throw new AppError('conflict', `An item holds at most ${NOTES_PER_ITEM_MAX} notes.`)
    const row = await writeNote(db, learner, {
      id: ids.noteId,
      itemId: ids.itemId,
      courseId: item.courseId,
      body: body.body.normalize('NFC'),
      colour: body.colour,
      place: body.place,
      changedAt,
    })
    return toNote(row)
  })

export const removeNote = (scope: MemberScope, itemId: number, noteId: string): Promise<undefined> =>
  scope.tx(async (db) => {
    const learner = learnerOf(scope)
    const item = await itemWithCourse(db, learner.clientId, itemId)
    if (!item || !maySee(scope.actor.role, item.status)) throw notFound()
    await markNoteDeleted(db, learner, { id: noteId, itemId, now: scope.clock.now() })
    return undefined
  })

/**
 * By paragraph or second. Notes without a position come first; notes at the same position are in order of writing.
 */
const byPosition = (a: NoteRow, b: NoteRow): number => positionOf(a) - positionOf(b)
const positionOf = ({ place }: NoteRow): number => place.second ?? place.paragraph ?? -1

const toNote = (row: NoteRow): LessonNote => ({
  id: row.id,
  item_id: row.item_id,
  body: row.body,
  colour: row.colour,
  place: row.place,
  created_at: row.created_at.toISOString(),
  changed_at: row.changed_at.toISOString(),
})
