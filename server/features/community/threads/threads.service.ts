import {
  getThread,
  listThreads,
  type createThread,
  type Thread,
  type updateThread,
} from '#contract/community/community.ts'
import { pathFor, type BodyOf, type QueryOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { Rows } from '#server/core/db/query.ts'
import { rowsIn } from '#server/core/db/rows.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { taggedJson, type CachedJson } from '#server/core/http/pipeline.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { contentHash, prepareBody } from '../body.ts'
import { rowsOf, viewerOf, type CommunityContext, type Viewer } from '../community.context.ts'
import { mayRestore, requireEdit } from '../community.policy.ts'
import { requireLesson } from './lessons.service.ts'
import { mentionedUserIds, saveMentions } from '../people/mentions.repository.ts'
import { lockWriter, requireNewcomerQuota } from '../people/newcomers.policy.ts'
import { unindexThread, indexThread } from './search.repository.ts'
import type { ThreadFilter } from './thread-filter.ts'
import {
  countQuery,
  isNearFront,
  pageQuery,
  readThread,
  type ThreadPageRequest,
  type ThreadRow,
} from './threads.read.ts'
import { assembleThreads } from './threads.assembly.ts'
import { notifyMentioned, setThreadWithdrawn } from '../notifications.ts'
import * as threads from './threads.repository.ts'
import { wordsOf } from '#server/core/text/search-text.ts'

type ListQuery = QueryOf<typeof listThreads>
/** The same text by the same person within this time counts as a repeated request. */
export const DUPLICATE_WINDOW_MS = 10 * 60_000
/** Further search terms are ignored. */
const TERMS_MAX = 8

const filterOf = (query: ListQuery, words: readonly string[]): ThreadFilter => ({
  ordering: query.ordering ?? 'newest',
  words,
  tag: query.tag ?? null,
  bookmarked: query.bookmarked === 'true',
  mine: query.mine === 'true',
  unanswered: query.unanswered === 'true',
})

export const threadPage = async (context: CommunityContext, scope: MemberScope, query: ListQuery) => {
  const viewer = viewerOf(scope)
  const words = wordsOf(query.search ?? '').slice(0, TERMS_MAX)
  // A search without any letter or digit finds nothing, because no word contains it.
  if (words.length === 0 && (query.search ?? '').trim() !== '') return toPage(viewer.clientId, query, 0, [])
  const request = {
    filter: filterOf(query, words),
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  }
  const [count, rows] = await readPage(scope, viewer, request)
  const results = await assembleThreads(context, scope, rowsOf(scope), rows)
  return toPage(viewer.clientId, query, count, results)
}

/** Count and rows: in one trip near the front; further on the count decides from which end to read. */
const readPage = async (
  scope: MemberScope,
  viewer: Viewer,
  request: ThreadPageRequest,
): Promise<[number, ThreadRow[]]> => {
  const countRequest = countQuery(viewer, request.filter)
  const frontPage = isNearFront(request.offset) ? pageQuery(viewer, { ...request, count: null }) : null
  const [countRows, frontRows] = await (frontPage
    ? scope.read(countRequest, frontPage)
    : scope.read(countRequest))
  const count = (countRows as { n: number }[])[0]?.n ?? 0
  if (frontPage) return [count, frontRows as ThreadRow[]]
  const farPage = pageQuery(viewer, { ...request, count })
  return [count, farPage ? ((await scope.read(farPage))[0] as ThreadRow[]) : []]
}

const toPage = (clientId: number, query: ListQuery, count: number, results: Thread[]): CachedJson =>
  taggedJson(listThreads, {
    ...pageLinks(pathFor(listThreads, { clientId }), query, count),
    results,
  })

/** One thread; 404 when it is deleted or belongs to another tenant. */
export const threadDetail = async (
  context: CommunityContext,
  scope: MemberScope,
  threadId: number,
): Promise<CachedJson> => taggedJson(getThread, await readDetail(context, scope, rowsOf(scope), threadId))

const readDetail = async (
  context: CommunityContext,
  scope: MemberScope,
  rows: Rows,
  threadId: number,
): Promise<Thread> => {
  const row = await readThread(rows, viewerOf(scope), threadId)
  const [thread] = row ? await assembleThreads(context, scope, rows, [row]) : []
  if (!thread) throw notFound()
  return thread
}

const readDetailIn = (context: CommunityContext, scope: MemberScope, db: TenantDb, threadId: number) =>
  readDetail(context, scope, rowsIn(db), threadId)

export const startThread = async (
  context: CommunityContext,
  scope: MemberScope,
  input: BodyOf<typeof createThread>,
): Promise<Thread> => {
  const { clientId, userId } = viewerOf(scope)
  const body = await prepareBody(input.body, { scope, pictures: context.pictures })
  const now = scope.clock.now()
  const hash = contentHash(input.title, body)
  const key = input.idempotency_key ?? null
  return scope.tx(async (db) => {
    await lockWriter(db, userId)
    const since = new Date(now.getTime() - DUPLICATE_WINDOW_MS)
    const duplicate = await threads.findDuplicate(db, { clientId, authorId: userId, key, hash, since })
    if (duplicate?.sameKey) return readDetailIn(context, scope, db, duplicate.id)
    if (duplicate) throw alreadyPosted(duplicate.id)
    await requireNewcomerQuota(db, { clientId, userId, kind: 'thread', now, factor: context.limitFactor })
    const tags = await requireTags(db, clientId, input.tags)
    const lesson = input.lesson ? await requireLesson(db, scope, input.lesson) : null
    const content = {
      title: input.title,
      body,
      tagIds: tags.map(({ id }) => id),
      tags: tags.map(({ name }) => name),
      mentionIds: await mentionedUserIds(db, clientId, body),
      lesson,
    }
    const id = await threads.insertThread(db, { ...content, clientId, authorId: userId, at: now, key, hash })
    await threads.countThread(db, { clientId, threadId: id, tagIds: content.tagIds, by: 1 })
    await threads.followAsWriter(db, { clientId, threadId: id, userId })
    const mention = {
      clientId,
      threadId: id,
      commentId: null,
      authorId: userId,
      mentionedIds: content.mentionIds,
    }
    await saveMentions(db, { ...mention, at: now })
    await notifyMentioned(context.notifier, db, mention)
    await indexThread(db, clientId, { id, title: input.title, body })
    return readDetailIn(context, scope, db, id)
  })
}

/** Throws 409 with the id of the existing post, so that the app can link to it. */
export const alreadyPosted = (id: number): AppError =>
  new AppError('conflict', 'You have just posted this.', { fields: { body: [fieldIssue('taken', { id })] } })

const requireTags = async (db: TenantDb, clientId: number, tagIds: readonly number[]) => {
  const ids = [...new Set(tagIds)]
  const tags = await threads.tagsById(db, clientId, ids)
  if (tags.length < ids.length) throw invalidField('tags', fieldIssue('invalid'), 'A tag does not exist.')
  return tags
}

const lockActive = async (db: TenantDb, clientId: number, threadId: number): Promise<threads.ThreadHead> => {
  const head = await threads.lockThread(db, clientId, threadId)
  if (!head || head.deleted_at) throw notFound()
  return head
}

export const editThread = async (
  context: CommunityContext,
  scope: MemberScope,
  threadId: number,
  input: BodyOf<typeof updateThread>,
): Promise<Thread> => {
  const { clientId, userId } = viewerOf(scope)
  // Check before any image is stored, and again under the lock.
  await scope.tx(async (db) => requireEdit(scope.actor, (await lockActive(db, clientId, threadId)).author_id))
  const body = await prepareBody(input.body, { scope, pictures: context.pictures })
  return scope.tx(async (db) => {
    const before = await lockActive(db, clientId, threadId)
    requireEdit(scope.actor, before.author_id)
    const tags = await requireTags(db, clientId, input.tags)
    const tagIds = tags.map(({ id }) => id)
    const mentionIds = await mentionedUserIds(db, clientId, body)
    const at = scope.clock.now()
    await threads.retag(db, { clientId, threadId, before: before.tag_ids, after: tagIds })
    await threads.updateThread(db, before, {
      title: input.title,
      body,
      tagIds,
      tags: tags.map(({ name }) => name),
      clientId,
      mentionIds,
      editorId: userId,
      at,
    })
    const mention = {
      clientId,
      threadId,
      commentId: null,
      authorId: before.author_id,
      mentionedIds: mentionIds,
    }
    await saveMentions(db, { ...mention, at })
    await notifyMentioned(context.notifier, db, mention)
    await indexThread(db, clientId, { id: threadId, title: input.title, body })
    return readDetailIn(context, scope, db, threadId)
  })
}

/** Deletes a locked, active thread softly, so that its deleter can undo it for a moment. */
export const softDeleteThread = async (
  context: CommunityContext,
  scope: MemberScope,
  db: TenantDb,
  head: threads.ThreadHead,
): Promise<void> => {
  const { clientId, userId } = viewerOf(scope)
  const threadId = head.id
  await threads.setThreadDeleted(db, { clientId, threadId, deleted: { at: scope.clock.now(), by: userId } })
  await threads.countThread(db, { clientId, threadId, tagIds: head.tag_ids, by: -1 })
  await unindexThread(db, clientId, threadId)
  await setThreadWithdrawn(context.notifier, db, { clientId, threadId, withdrawn: true })
  await context.audit.record(db, {
    action: 'community.deleteThread',
    result: 'ok',
    actorId: userId,
    sessionId: scope.actor.sessionId,
    object: `thread:${threadId}`,
    requestId: scope.request.id,
    ip: scope.request.ip,
  })
}

export const deleteThread = (
  context: CommunityContext,
  scope: MemberScope,
  threadId: number,
): Promise<undefined> =>
  scope.tx(async (db) => {
    const head = await lockActive(db, scope.tenant.clientId, threadId)
    requireEdit(scope.actor, head.author_id)
    await softDeleteThread(context, scope, db, head)
    return undefined
  })

/** Undoes a delete; repeating it is harmless. */
export const restoreThread = (
  context: CommunityContext,
  scope: MemberScope,
  threadId: number,
): Promise<Thread> =>
  scope.tx(async (db) => {
    const { clientId } = viewerOf(scope)
    const head = await threads.lockThread(db, clientId, threadId)
    if (!head) throw notFound()
    if (head.deleted_at) {
      if (!mayRestore(scope.actor, { at: head.deleted_at, by: head.deleted_by }, scope.clock.now()))
        throw notFound()
      await threads.setThreadDeleted(db, { clientId, threadId, deleted: null })
      await threads.countThread(db, { clientId, threadId, tagIds: head.tag_ids, by: 1 })
      await indexThread(db, clientId, head)
      await setThreadWithdrawn(context.notifier, db, { clientId, threadId, withdrawn: false })
    }
    return readDetailIn(context, scope, db, threadId)
  })

export const bookmark = (scope: MemberScope, threadId: number, isBookmarked: boolean) =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    await lockActive(db, clientId, threadId)
    const at = scope.clock.now()
    return {
      bookmarked: isBookmarked,
      bookmarks_count: await threads.setBookmark(db, { clientId, threadId, userId, on: isBookmarked, at }),
    }
  })

export const follow = (scope: MemberScope, threadId: number, following: boolean) =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    await lockActive(db, clientId, threadId)
    await threads.setFollowing(db, { clientId, threadId, userId, following })
    return { following }
  })
