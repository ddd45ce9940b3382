/** From rows with ids to what is answered: names come from memory, lessons only where a question has one. */
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
  found: readonly ThreadRow[],
): Promise<Thread[]> => {
  const people = await context.people.of(
    rows,
    scope.tenant.clientId,
    found.flatMap((row) => [row.author_id, ...idsOf(row.participant_ids), ...idsOf(row.mention_ids)]),
  )
  const topics = found.flatMap((row) => row.lesson_topic_id ?? [])
  const lessons = topics.length === 0 ? NO_LESSONS : await lessonsOf(rows, viewerOf(scope), topics)
  return found.map((row) => toThread(row, { actor: scope.actor, people, lessons }))
}

/** Comments with their replies as the viewer sees them. */
export const assembleComments = async (
  context: CommunityContext,
  scope: MemberScope,
  rows: Rows,
  { rows: found, accepted }: CommentPage,
): Promise<Comment[]> => {
  const ids = found.flatMap((row) => [row.author_id, ...idsOf(row.mention_ids)])
  const people = await context.people.of(rows, scope.tenant.clientId, ids)
  return toComments(found, { actor: scope.actor, people, accepted })
}

/** One comment or reply out of what was found with it, for the answer to a write. */
export const assembleComment = async (
  context: CommunityContext,
  scope: MemberScope,
  rows: Rows,
  { rows: found, accepted }: CommentPage,
  id: number,
): Promise<Comment | null> => {
  const ids = found.flatMap((row) => [row.author_id, ...idsOf(row.mention_ids)])
  const people = await context.people.of(rows, scope.tenant.clientId, ids)
  return toComment(found, id, { actor: scope.actor, people, accepted })
}
