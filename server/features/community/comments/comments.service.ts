import { listComments, type Comment, type createComment } from '#contract/community/community.ts'
import { pathFor, type BodyOf, type QueryOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { rowsIn } from '#server/core/db/query.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { writtenJson, type CachedJson } from '#server/core/http/pipeline.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { contentHash, prepareBody } from '../body.ts'
import * as comments from './comments.repository.ts'
import { commentPageOf, commentQuery, commentsQuery, type FoundComment } from './comments.read.ts'
import { readsOf, viewerOf, type CommunityContext } from '../community.context.ts'
import { mayEdit, mayRestore, requireEdit } from '../community.policy.ts'
import { commentCame, commentLeft } from './live.ts'
import { peopleNamed, tellNamed } from '../people/mentions.repository.ts'
import { commentGone, tellNamedIn, tellOfAnswer, tellOfComment } from '../notify.ts'
import { lockWriter, requireNewcomerRoom } from '../people/newcomers.policy.ts'
import { assembleComment, assembleComments } from '../threads/threads.assembly.ts'
import { alreadyPosted, TWIN_WINDOW_MS } from '../threads/threads.service.ts'
import * as threads from '../threads/threads.repository.ts'

/** One page of comments, with an ETag: asking again for what has not changed costs an empty 304. */
export const commentPage = async (
  context: CommunityContext,
  scope: MemberScope,
  threadId: number,
  query: QueryOf<typeof listComments>,
): Promise<CachedJson> => {
  const viewer = viewerOf(scope)
  const offset = (query.page - 1) * query.page_size
  const [rows] = await scope.read(commentsQuery(viewer, { threadId, limit: query.page_size, offset }))
  const found = commentPageOf(rows as FoundComment[], offset)
  if (!found) throw notFound()
  return writtenJson<typeof listComments>({
    ...pageLinks(pathFor(listComments, { clientId: viewer.clientId, threadId }), query, found.total),
    results: await assembleComments(context, scope, readsOf(scope), found),
  })
}

const commentIn = async (
  context: CommunityContext,
  scope: MemberScope,
  db: TenantDb,
  of: { threadId: number; commentId: number },
): Promise<Comment> => {
  const rows = rowsIn(db)
  const found = commentPageOf(await rows<FoundComment>(commentQuery(viewerOf(scope), of)))
  const comment = found && (await assembleComment(context, scope, rows, found, of.commentId))
  if (!comment) throw notFound()
  return comment
}

const lockLiveThread = async (db: TenantDb, clientId: number, threadId: number) => {
  const head = await threads.lockThread(db, clientId, threadId)
  if (!head || head.deleted_at) throw notFound()
  return head
}

/** Writes a comment, or a reply to a top-level comment of the same thread. */
export const writeComment = async (
  context: CommunityContext,
  scope: MemberScope,
  threadId: number,
  input: BodyOf<typeof createComment>,
): Promise<Comment> => {
  const { clientId, userId } = viewerOf(scope)
  const body = await prepareBody(input.body, { clientId, store: context.storeImage })
  const now = scope.clock.now()
  const hash = contentHash(String(input.parent), body)
  const key = input.idempotency_key ?? null
  return scope.tx(async (db) => {
    await lockWriter(db, userId)
    await lockLiveThread(db, clientId, threadId)
    const since = new Date(now.getTime() - TWIN_WINDOW_MS)
    const twin = await comments.findTwinComment(db, {
      clientId,
      authorId: userId,
      threadId,
      key,
      hash,
      since,
    })
    if (twin?.sameKey) return commentIn(context, scope, db, { threadId, commentId: twin.id })
    if (twin) throw alreadyPosted(twin.id)
    if (input.parent !== null) await requireTopLevel(db, clientId, threadId, input.parent)
    await requireNewcomerRoom(db, { clientId, userId, what: 'comment', now, factor: context.limitFactor })
    const mentionIds = await peopleNamed(db, clientId, body)
    const commentId = await comments.insertComment(db, {
      clientId,
      threadId,
      parentId: input.parent,
      authorId: userId,
      body,
      at: now,
      key,
      hash,
      mentionIds,
    })
    await tellNamed(db, { clientId, threadId, commentId, authorId: userId, named: mentionIds, at: now })
    await threads.followByWriting(db, { clientId, threadId, userId })
    await tellOfComment(context.notifier, db, {
      clientId,
      threadId,
      commentId,
      parentId: input.parent,
      authorId: userId,
      named: mentionIds,
    })
    await commentCame(context.changes, db, { clientId, threadId, commentId, authorId: userId })
    return commentIn(context, scope, db, { threadId, commentId })
  })
}

/** Spec §4: replies are allowed only on top-level comments. */
const requireTopLevel = async (db: TenantDb, clientId: number, threadId: number, parentId: number) => {
  const parent = await comments.lockComment(db, clientId, parentId)
  if (!parent || parent.thread_id !== threadId || parent.parent_id !== null || parent.deleted_at)
    throw invalidField(
      'parent',
      fieldIssue('invalid'),
      'Replies are only possible to a comment of this thread.',
    )
}

/** Locks the live thread and then the comment in it. */
const lockBoth = async (db: TenantDb, clientId: number, commentId: number) => {
  const threadId = await comments.threadOfComment(db, clientId, commentId)
  if (threadId === null) throw notFound()
  const thread = await lockLiveThread(db, clientId, threadId)
  const comment = await comments.lockComment(db, clientId, commentId)
  if (!comment) throw notFound()
  return { thread, comment }
}

const lockLive = async (db: TenantDb, clientId: number, commentId: number) => {
  const both = await lockBoth(db, clientId, commentId)
  if (both.comment.deleted_at) throw notFound()
  return both
}

/** Changes a comment's words. */
export const editComment = async (
  context: CommunityContext,
  scope: MemberScope,
  commentId: number,
  html: string,
): Promise<Comment> => {
  const { clientId, userId } = viewerOf(scope)
  // Refused before any picture is stored; checked again under the lock.
  await scope.tx(async (db) =>
    requireEdit(scope.actor, (await lockLive(db, clientId, commentId)).comment.author_id),
  )
  const body = await prepareBody(html, { clientId, store: context.storeImage })
  return scope.tx(async (db) => {
    const { comment } = await lockLive(db, clientId, commentId)
    requireEdit(scope.actor, comment.author_id)
    const mentionIds = await peopleNamed(db, clientId, body)
    const [at, threadId] = [scope.clock.now(), comment.thread_id]
    await comments.rewriteComment(db, comment, { clientId, body, editorId: userId, at, mentionIds })
    const named = { clientId, threadId, commentId, authorId: comment.author_id, named: mentionIds }
    await tellNamed(db, { ...named, at })
    await tellNamedIn(context.notifier, db, named)
    return commentIn(context, scope, db, { threadId, commentId })
  })
}

const placeOf = (clientId: number, comment: comments.CommentHead) => ({
  clientId,
  threadId: comment.thread_id,
  commentId: comment.id,
  authorId: comment.author_id,
})

/** Takes a locked, live comment away; with replies below it a deleted line stays. */
export const takeAwayComment = async (
  context: CommunityContext,
  scope: MemberScope,
  db: TenantDb,
  comment: comments.CommentHead,
): Promise<void> => {
  const { clientId, userId } = viewerOf(scope)
  await comments.markComment(db, { clientId, comment, deleted: { at: scope.clock.now(), by: userId } })
  await commentGone(context.notifier, db, { clientId, commentId: comment.id, withdrawn: true })
  await commentLeft(context.changes, db, placeOf(clientId, comment))
  await context.audit.record(db, {
    action: 'community.deleteComment',
    result: 'ok',
    actorId: userId,
    sessionId: scope.actor.sessionId,
    object: `comment:${comment.id}`,
    requestId: scope.request.id,
    ip: scope.request.ip,
  })
}

/** Deletes a comment. */
export const removeComment = (
  context: CommunityContext,
  scope: MemberScope,
  commentId: number,
): Promise<undefined> =>
  scope.tx(async (db) => {
    const { comment } = await lockLive(db, scope.tenant.clientId, commentId)
    requireEdit(scope.actor, comment.author_id)
    await takeAwayComment(context, scope, db, comment)
    return undefined
  })

/** Takes a delete back; harmless to repeat. */
export const bringBackComment = (
  context: CommunityContext,
  scope: MemberScope,
  commentId: number,
): Promise<Comment> =>
  scope.tx(async (db) => {
    const { clientId } = viewerOf(scope)
    const { comment } = await lockBoth(db, clientId, commentId)
    if (comment.deleted_at) {
      const deleted = { at: comment.deleted_at, by: comment.deleted_by }
      if (!mayRestore(scope.actor, deleted, scope.clock.now())) throw notFound()
      await comments.markComment(db, { clientId, comment, deleted: null })
      await commentGone(context.notifier, db, { clientId, commentId, withdrawn: false })
      await commentCame(context.changes, db, placeOf(clientId, comment))
    }
    return commentIn(context, scope, db, { threadId: comment.thread_id, commentId })
  })

/** Marks the answer that helped, or takes the mark back; the thread's author or a moderator. */
export const acceptAnswer = (
  context: CommunityContext,
  scope: MemberScope,
  commentId: number,
  accepted: boolean,
) =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    const { thread, comment } = await lockLive(db, clientId, commentId)
    if (!mayEdit(scope.actor, thread.author_id))
      throw new AppError('forbidden', 'Only who asked or a moderator chooses the answer.')
    const current = await threads.acceptedOf(db, clientId, thread.id)
    const next = accepted ? comment.id : current === comment.id ? null : current
    await threads.setAccepted(db, { clientId, threadId: thread.id, commentId: next })
    await tellOfAnswer(context.notifier, db, { clientId, thread, comment, accepted, actorId: userId })
    return { accepted_comment_id: next }
  })
