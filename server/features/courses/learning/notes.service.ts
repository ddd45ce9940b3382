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
import { activeEnrolment, itemPlace, type ItemPlace } from './progress.repository.ts'
import { topicsOf } from '../progress.ts'

/** An item this person may read: notes follow the same rule as the page they stand on. */
const readableItem = async (
  { caches }: CoursesContext,
  db: TenantDb,
  scope: MemberScope,
  itemId: number,
): Promise<ItemPlace> => {
  const learner = learnerOf(scope)
  const place = await itemPlace(db, learner.clientId, itemId)
  if (!place || !maySee(scope.actor.role, place.status)) throw notFound()
  const { outline } = await visibleCourse(caches, db, scope, place.courseId)
  const topic = topicsOf(outline).find((each) => each.id === place.topicId)
  const enrolled = (await activeEnrolment(db, learner, place.courseId)) !== undefined
  if (!mayOpen({ role: scope.actor.role, enrolled, freePreview: topic?.freePreview ?? false }))
    throw lockedContent(place.price)
  return place
}

export const notesOf = (
  context: CoursesContext,
  scope: MemberScope,
  itemId: number,
): Promise<ResponseOf<typeof listNotes>> =>
  scope.tx(async (db) => {
    await readableItem(context, db, scope, itemId)
    const rows = await notesIn(db, learnerOf(scope), { itemId })
    return { results: rows.toSorted(byPlace).map(toNote) }
  })

/** All own notes of a course, each with its lesson; also after leaving it, because they are the person's own words. */
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
        (rows.get(item.id) ?? []).toSorted(byPlace).map((row) => ({
          ...toNote(row),
          topic_id: topic.id,
          topic_title: topic.title,
          item_title: item.title,
        })),
      ),
    )
    return { results }
  })

/** Of two devices the later change stays, whichever arrives last; a deleted note comes back for nobody. */
export const keepNote = (
  context: CoursesContext,
  scope: MemberScope,
  ids: { itemId: number; noteId: string },
  body: BodyOf<typeof saveNote>,
): Promise<LessonNote> =>
  scope.tx(async (db) => {
    const place = await readableItem(context, db, scope, ids.itemId)
    const learner = learnerOf(scope)
    const before = await noteById(db, learner, ids.noteId)
    if (before && before.item_id !== ids.itemId) throw notFound()
    if (before?.deleted_at) throw new AppError('conflict', 'This note was deleted on another device.')
    const changedAt = new Date(scope.clock.now().getTime() - body.changed_ago_ms)
    if (before && before.changed_at > changedAt) return toNote(before)
    if (!before && (await countNotes(db, learner, ids.itemId)) >= NOTES_PER_ITEM_MAX)
      throw new AppError('conflict', `An item holds at most ${NOTES_PER_ITEM_MAX} notes.`)
    const row = await writeNote(db, learner, {
      id: ids.noteId,
      itemId: ids.itemId,
      courseId: place.courseId,
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
    const item = await itemPlace(db, learner.clientId, itemId)
    if (!item || !maySee(scope.actor.role, item.status)) throw notFound()
    await markNoteDeleted(db, learner, { id: noteId, itemId, now: scope.clock.now() })
    return undefined
  })

/** By paragraph or second; what stands nowhere in particular comes first, what stands at one place in order of writing. */
const byPlace = (a: NoteRow, b: NoteRow): number => placeOf(a) - placeOf(b)
const placeOf = ({ place }: NoteRow): number => place.second ?? place.paragraph ?? -1

const toNote = (row: NoteRow): LessonNote => ({
  id: row.id,
  item_id: row.item_id,
  body: row.body,
  colour: row.colour,
  place: row.place,
  created_at: row.created_at.toISOString(),
  changed_at: row.changed_at.toISOString(),
})
