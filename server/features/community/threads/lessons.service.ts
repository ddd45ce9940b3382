import { SEARCH_COUNT_MAX, type createThread } from '#contract/community/community.ts'
import { listLessonThreads } from '#contract/community/lesson-threads.ts'
import { pathFor, type BodyOf, type QueryOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { rowsIn } from '#server/core/db/rows.ts'
import { invalidField, notFound } from '#server/core/http/errors.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { viewerOf, type CommunityContext, type Viewer } from '../community.context.ts'
import { idsOf, mentionsIn } from '../community.mapper.ts'
import type { Person } from '../people/people.cache.ts'
import { assembleThreads } from './threads.assembly.ts'
import { lessonPageQuery, type ThreadRow } from './threads.read.ts'
import type { LessonRef } from './threads.repository.ts'

type LessonInput = NonNullable<BodyOf<typeof createThread>['lesson']>

/** Whether the topic (and the item in it) exists for the viewer: drafts are visible to staff only. */
const isVisibleLesson = async (
  db: TenantDb,
  viewer: Viewer,
  { courseId, topicId, itemId }: LessonRef,
): Promise<boolean> => {
  const rows = await rowsIn(db)({
    text: `select 1 from course_topic l join course c on c.client_id = $1 and c.id = l.course_id
      where l.client_id = $1 and l.id = $3 and l.course_id = $2 and (c.status = 'published' or $4::boolean)
        and ($5::int is null or exists (select from course_item i
          where i.client_id = $1 and i.id = $5 and i.course_id = $2 and i.topic_id = $3))`,
    values: [viewer.clientId, courseId, topicId, viewer.isStaff, itemId],
  })
  return rows.length > 0
}

/** The lesson that a new question names; throws 422 when it does not exist for the caller. */
export const requireLesson = async (
  db: TenantDb,
  scope: MemberScope,
  input: LessonInput,
): Promise<LessonRef> => {
  const lesson = { courseId: input.course_id, topicId: input.topic_id, itemId: input.item_id ?? null }
  if (!(await isVisibleLesson(db, viewerOf(scope), lesson)))
    throw invalidField('lesson', fieldIssue('invalid'), 'This lesson does not exist.')
  return lesson
}

interface AnswerRow {
  id: number
  author_id: number
  body: string
  created_at: Date
  upvotes: number
  mention_ids: string
}

const acceptedAnswers = async (db: TenantDb, clientId: number, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, AnswerRow>()
  const rows = await rowsIn(db)<AnswerRow>({
    text: `select c.id, c.author_id, c.body, c.created_at, c.upvotes, c.mention_ids::text as mention_ids
      from forum_comment c where c.client_id = $1 and c.id = any ($2::int[]) and c.deleted_at is null`,
    values: [clientId, `{${ids.join()}}`],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

const toAnswer = (row: AnswerRow | undefined, people: ReadonlyMap<number, Person>) => {
  const author = row && people.get(row.author_id)
  if (!row || !author) return null
  return {
    id: row.id,
    body: row.body,
    author,
    created_at: row.created_at.toISOString(),
    upvotes: row.upvotes,
    mentions: mentionsIn(people, row.mention_ids),
  }
}

/**
 * Questions about one topic with their accepted answers; 404 when the topic does not exist for the caller.
 */
export const lessonThreads = (
  context: CommunityContext,
  scope: MemberScope,
  { courseId, topicId }: { courseId: number; topicId: number },
  query: QueryOf<typeof listLessonThreads>,
) =>
  scope.tx(async (db) => {
    const viewer = viewerOf(scope)
    const { clientId } = viewer
    if (!(await isVisibleLesson(db, viewer, { courseId, topicId, itemId: null }))) throw notFound()
    const offset = (query.page - 1) * query.page_size
    const [total] = await rowsIn(db)<{ n: number }>({
      text: `select count(*)::int as n from (select 1 from forum_thread
        where client_id = $1 and lesson_topic_id = $3 and lesson_course_id = $2 and deleted_at is null
        limit ${SEARCH_COUNT_MAX}) found`,
      values: [clientId, courseId, topicId],
    })
    const count = total?.n ?? 0
    const page = { courseId, topicId, limit: query.page_size, offset }
    const rows = await rowsIn(db)<ThreadRow>(lessonPageQuery(viewer, page))
    const answers = await acceptedAnswers(
      db,
      clientId,
      rows.flatMap((row) => row.accepted_comment_id ?? []),
    )
    const people = await context.people.get(
      rowsIn(db),
      clientId,
      [...answers.values()].flatMap((answer) => [answer.author_id, ...idsOf(answer.mention_ids)]),
    )
    const threads = await assembleThreads(context, scope, rowsIn(db), rows)
    return {
      ...pageLinks(pathFor(listLessonThreads, { clientId, courseId, submoduleId: topicId }), query, count),
      results: threads.map((thread) => ({
        thread,
        accepted_answer: toAnswer(answers.get(thread.accepted_comment_id ?? 0), people),
      })),
    }
  })
