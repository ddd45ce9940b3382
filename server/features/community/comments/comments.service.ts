import { listComments, type Comment, type createComment } from '#contract/community/community.ts'
import { pathFor, type BodyOf, type QueryOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { rowsIn } from '#server/core/db/rows.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { taggedJson, type CachedJson } from '#server/core/http/pipeline.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { contentHash, prepareBody } from '../body.ts'
import * as comments from './comments.repository.ts'
import { commentPageOf, commentQuery, commentsQuery, type CommentQueryRow } from './comments.read.ts'
import { rowsOf, viewerOf, type CommunityContext } from '../community.context.ts'
import { mayEdit, mayRestore, requireEdit } from '../community.policy.ts'
import { announceNewComment, announceDeletedComment } from './live.ts'
import { mentionedUserIds, saveMentions } from '../people/mentions.repository.ts'
import { setCommentWithdrawn, notifyMentioned, notifyOfAnswer, notifyOfComment } from '../notifications.ts'
import { lockWriter, requireNewcomerQuota } from '../people/newcomers.policy.ts'
import { assembleComment, assembleComments } from '../threads/threads.assembly.ts'
import { alreadyPosted, DUPLICATE_WINDOW_MS } from '../threads/threads.service.ts'
import * as threads from '../threads/threads.repository.ts'

/** One page of comments with an ETag, so that an unchanged page costs an empty 304. */
export const commentPage = async (
  context: CommunityContext,
  scope: MemberScope,
  threadId: number,
  query: QueryOf<typeof listComments>,
): Promise<CachedJson> => {
  const viewer = viewerOf(scope)
  const offset = (query.page - 1) * query.page_size
  const [rows] = await scope.read(commentsQuery(viewer, { threadId, limit: query.page_size, offset }))
  const commentRows = commentPageOf(rows as CommentQueryRow[], offset)
  if (!commentRows) throw notFound()
  return taggedJson(listComments, {
    ...pageLinks(pathFor(listComments, { clientId: viewer.clientId, threadId }), query, commentRows.total),
    results: await assembleComments(context, scope, rowsOf(scope), commentRows),
  })
}

const readComment = async (
  context: CommunityContext,
  scope: MemberScope,
  db: TenantDb,
  ids: { threadId: number; commentId: number },
): Promise<Comment> => {
  const rows = rowsIn(db)
  const page = commentPageOf(await rows<CommentQueryRow>(commentQuery(viewerOf(scope), ids)))
  const comment = page && (await assembleComment(context, scope, rows, page, ids.commentId))
  if (!comment) throw notFound()
  return comment
}

const lockLiveThread = async (db: TenantDb, clientId: number, threadId: number) => {
  const head = await threads.lockThread(db, clientId, threadId)
  if (!head || head.deleted_at) throw notFound()
  return head
}

/** Adds a comment, or a reply to a top-level comment of the same thread. */
export const writeComment = async (
  context: CommunityContext,
  scope: MemberScope,
  threadId: number,
  input: BodyOf<typeof createComment>,
): Promise<Comment> => {
  const { clientId, userId } = viewerOf(scope)
  const body = await prepareBody(input.body, { scope, pictures: context.pictures })
  const now = scope.clock.now()
  const hash = contentHash(String(input.parent), body)
  const key = input.idempotency_key ?? null
  return scope.tx(async (db) => {
    await lockWriter(db, userId)
    await lockLiveThread(db, clientId, threadId)
    const since = new Date(now.getTime() - DUPLICATE_WINDOW_MS)
    const duplicate = await comments.findDuplicateComment(db, {
      clientId,
      authorId: userId,
      threadId,
      key,
      hash,
      since,
    })
    if (duplicate?.sameKey) return readComment(context, scope, db, { threadId, commentId: duplicate.id })
    if (duplicate) throw alreadyPosted(duplicate.id)
    if (input.parent !== null) await requireTopLevel(db, clientId, threadId, input.parent)
    await requireNewcomerQuota(db, { clientId, userId, kind: 'comment', now, factor: context.limitFactor })
    const mentionIds = await mentionedUserIds(db, clientId, body)
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
    await saveMentions(db, {
      clientId,
      threadId,
      commentId,
      authorId: userId,
      mentionedIds: mentionIds,
      at: now,
    })
    await threads.followAsWriter(db, { clientId, threadId, userId })
    await notifyOfComment(context.notifier, db, {
      clientId,
      threadId,
      commentId,
      parentId: input.parent,
      authorId: userId,
      named: mentionIds,
    })
    await announceNewComment(context.changes, db, { clientId, threadId, commentId, authorId: userId })
    return readComment(context, scope, db, { threadId, commentId })
  })
}

/** Only top-level comments can have replies (spec 4). */
const requireTopLevel = async (db: TenantDb, clientId: number, threadId: number, parentId: number) => {
  const parent = await comments.lockComment(db, clientId, parentId)
  if (!parent || parent.thread_id !== threadId || parent.parent_id !== null || parent.deleted_at)
    throw invalidField(
      'parent',
      fieldIssue('invalid'),
      'Replies are only possible to a comment of this thread.',
    )
}

/** Locks the active thread and then the comment in it. */
const lockThreadAndComment = async (db: TenantDb, clientId: number, commentId: number) => {
  const threadId = await comments.threadOfComment(db, clientId, commentId)
  if (threadId === null) throw notFound()
  const thread = await lockLiveThread(db, clientId, threadId)
  const comment = await comments.lockComment(db, clientId, commentId)
  if (!comment) throw notFound()
  return { thread, comment }
}

const lockActive = async (db: TenantDb, clientId: number, commentId: number) => {
  const locked = await lockThreadAndComment(db, clientId, commentId)
  if (locked.comment.deleted_at) throw notFound()
  return locked
}

export const editComment = async (
  context: CommunityContext,
  scope: MemberScope,
  commentId: number,
  html: string,
): Promise<Comment> => {
  const { clientId, userId } = viewerOf(scope)
  // Check before any image is stored, and again under the lock.
  await scope.tx(async (db) =>
    requireEdit(scope.actor, (await lockActive(db, clientId, commentId)).comment.author_id),
  )
  const body = await prepareBody(html, { scope, pictures: context.pictures })
  return scope.tx(async (db) => {
    const { comment } = await lockActive(db, clientId, commentId)
    requireEdit(scope.actor, comment.author_id)
    const mentionIds = await mentionedUserIds(db, clientId, body)
    const [at, threadId] = [scope.clock.now(), comment.thread_id]
    await comments.updateComment(db, comment, { clientId, body, editorId: userId, at, mentionIds })
    const mention = { clientId, threadId, commentId, authorId: comment.author_id, mentionedIds: mentionIds }
    await saveMentions(db, { ...mention, at })
    await notifyMentioned(context.notifier, db, mention)
    return readComment(context, scope, db, { threadId, commentId })
  })
}

const refOf = (clientId: number, comment: comments.CommentHead) => ({
  clientId,
  threadId: comment.thread_id,
  commentId: comment.id,
  authorId: comment.author_id,
})

/** Deletes a locked, active comment softly; with replies it stays as a deleted entry. */
export const softDeleteComment = async (
  context: CommunityContext,
  scope: MemberScope,
  db: TenantDb,
  comment: comments.CommentHead,
): Promise<void> => {
  const { clientId, userId } = viewerOf(scope)
  await comments.setCommentDeleted(db, { clientId, comment, deleted: { at: scope.clock.now(), by: userId } })
  await setCommentWithdrawn(context.notifier, db, { clientId, commentId: comment.id, withdrawn: true })
  await announceDeletedComment(context.changes, db, refOf(clientId, comment))
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

export const deleteComment = (
  context: CommunityContext,
  scope: MemberScope,
  commentId: number,
): Promise<undefined> =>
  scope.tx(async (db) => {
    const { comment } = await lockActive(db, scope.tenant.clientId, commentId)
    requireEdit(scope.actor, comment.author_id)
    await softDeleteComment(context, scope, db, comment)
    return undefined
  })

/** Undoes a delete; repeating it is harmless. */
export const restoreComment = (
  context: CommunityContext,
  scope: MemberScope,
  commentId: number,
): Promise<Comment> =>
  scope.tx(async (db) => {
    const { clientId } = viewerOf(scope)
    const { comment } = await lockThreadAndComment(db, clientId, commentId)
    if (comment.deleted_at) {
      const deleted = { at: comment.deleted_at, by: comment.deleted_by }
      if (!mayRestore(scope.actor, deleted, scope.clock.now())) throw notFound()
      await comments.setCommentDeleted(db, { clientId, comment, deleted: null })
      await setCommentWithdrawn(context.notifier, db, { clientId, commentId, withdrawn: false })
      await announceNewComment(context.changes, db, refOf(clientId, comment))
    }
    return readComment(context, scope, db, { threadId: comment.thread_id, commentId })
  })

/** Accepts an answer or withdraws that; allowed for the thread's author and moderators. */
export const acceptAnswer = (
  context: CommunityContext,
  scope: MemberScope,
  commentId: number,
  accepted: boolean,
) =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    const { thread, comment } = await lockActive(db, clientId, commentId)
    if (!mayEdit(scope.actor, thread.author_id))
      throw new AppError('forbidden', 'Only who asked or a moderator chooses the answer.')
    const current = await threads.acceptedOf(db, clientId, thread.id)
    const next = accepted ? comment.id : current === comment.id ? null : current
    await threads.setAccepted(db, { clientId, threadId: thread.id, commentId: next })
    await notifyOfAnswer(context.notifier, db, { clientId, thread, comment, accepted, actorId: userId })
    return { accepted_comment_id: next }
  })
