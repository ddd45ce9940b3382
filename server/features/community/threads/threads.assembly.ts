/**
 * Builds responses from rows: names come from the cache, lessons are read only for questions that have one.
 */
import type { Comment, Lesson, Thread } from '#contract/community/community.ts'
import type { Rows } from '#server/core/db/query.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import type { CommentPage } from '../comments/comments.read.ts'
import { viewerOf, type CommunityContext } from '../community.context.ts'
import { idsOf, toComment, toComments, toThread } from '../community.mapper.ts'
import { lessonsOf } from './lessons.read.ts'
import type { ThreadRow } from './threads.read.ts'

const NO_LESSONS: ReadonlyMap<number, Lesson> = new Map()

/** Threads as the viewer sees them, in the order of the rows. */
export const assembleThreads = async (
  context: CommunityContext,
  scope: MemberScope,
  rows: Rows,
  threadRows: readonly ThreadRow[],
): Promise<Thread[]> => {
  const people = await context.people.get(
    rows,
    scope.tenant.clientId,
    threadRows.flatMap((row) => [row.author_id, ...idsOf(row.participant_ids), ...idsOf(row.mention_ids)]),
  )
  const topics = threadRows.flatMap((row) => row.lesson_topic_id ?? [])
  const lessons = topics.length === 0 ? NO_LESSONS : await lessonsOf(rows, viewerOf(scope), topics)
  return threadRows.map((row) => toThread(row, { actor: scope.actor, people, lessons }))
}

/** Comments with their replies as the viewer sees them. */
export const assembleComments = async (
  context: CommunityContext,
  scope: MemberScope,
  rows: Rows,
  { rows: commentRows, accepted }: CommentPage,
): Promise<Comment[]> => {
  const ids = commentRows.flatMap((row) => [row.author_id, ...idsOf(row.mention_ids)])
  const people = await context.people.get(rows, scope.tenant.clientId, ids)
  return toComments(commentRows, { actor: scope.actor, people, accepted })
}

/** One comment or reply, for the response to a write. */
export const assembleComment = async (
  context: CommunityContext,
  scope: MemberScope,
  rows: Rows,
  { rows: commentRows, accepted }: CommentPage,
  id: number,
): Promise<Comment | null> => {
  const ids = commentRows.flatMap((row) => [row.author_id, ...idsOf(row.mention_ids)])
  const people = await context.people.get(rows, scope.tenant.clientId, ids)
  return toComment(commentRows, id, { actor: scope.actor, people, accepted })
}
