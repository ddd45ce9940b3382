import type {
  createThread,
  getThread,
  listThreads,
  Thread,
  updateThread,
} from '#contract/community/community.ts'
import { listThreads as listEndpoint } from '#contract/community/community.ts'
import { pathFor, type BodyOf, type QueryOf } from '#contract/endpoint.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { rowsIn, type Rows } from '#server/core/db/query.ts'
import { AppError, invalidField, notFound } from '#server/core/http/errors.ts'
import { writtenJson, type CachedJson } from '#server/core/http/pipeline.ts'
import { fieldIssue } from '#server/core/http/validate.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { contentHash, prepareBody } from '../body.ts'
import { readsOf, viewerOf, type CommunityContext, type Viewer } from '../community.context.ts'
import { mayRestore, requireEdit } from '../community.policy.ts'
import { requireLesson } from './lessons.service.ts'
import { peopleNamed, tellNamed } from '../people/mentions.repository.ts'
import { lockWriter, requireNewcomerRoom } from '../people/newcomers.policy.ts'
import { forgetThread, indexThread } from './search.repository.ts'
import type { ThreadFilter } from './thread-filter.ts'
import { countQuery, isNear, pageQuery, readThread, type PageOf, type ThreadRow } from './threads.read.ts'
import { assembleThreads } from './threads.assembly.ts'
import { tellNamedIn, threadGone } from '../notify.ts'
import * as threads from './threads.repository.ts'
import { wordsOf } from '#server/core/text/search-text.ts'

type ListQuery = QueryOf<typeof listThreads>
/** The same words by the same person within this time are a doubled request. */
export const TWIN_WINDOW_MS = 10 * 60_000
/** Words of a search that count; nobody means more. */
const TERMS_MAX = 8

const filterOf = (query: ListQuery, words: readonly string[]): ThreadFilter => ({
  ordering: query.ordering ?? 'newest',
  words,
  tag: query.tag ?? null,
  bookmarked: query.bookmarked === 'true',
  mine: query.mine === 'true',
  unanswered: query.unanswered === 'true',
})

/** One page of threads. */
export const threadPage = async (context: CommunityContext, scope: MemberScope, query: ListQuery) => {
  const viewer = viewerOf(scope)
  const words = wordsOf(query.search ?? '').slice(0, TERMS_MAX)
  // A search without a single letter or digit finds nothing, as it would stand in no word.
  if (words.length === 0 && (query.search ?? '').trim() !== '') return pageOf(viewer.clientId, query, 0, [])
  const of = {
    filter: filterOf(query, words),
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  }
  const [count, found] = await readPage(scope, viewer, of)
  const results = await assembleThreads(context, scope, readsOf(scope), found)
  return pageOf(viewer.clientId, query, count, results)
}

/** Count and rows: together near the front; further on the count says from which end to read. */
const readPage = async (scope: MemberScope, viewer: Viewer, of: PageOf): Promise<[number, ThreadRow[]]> => {
  const counting = countQuery(viewer, of.filter)
  const front = isNear(of.offset) ? pageQuery(viewer, { ...of, count: null }) : null
  const [counted, near] = await (front ? scope.read(counting, front) : scope.read(counting))
  const count = (counted as { n: number }[])[0]?.n ?? 0
  if (front) return [count, near as ThreadRow[]]
  const far = pageQuery(viewer, { ...of, count })
  return [count, far ? ((await scope.read(far))[0] as ThreadRow[]) : []]
}

const pageOf = (clientId: number, query: ListQuery, count: number, results: Thread[]): CachedJson =>
  writtenJson<typeof listThreads>({
    ...pageLinks(pathFor(listEndpoint, { clientId }), query, count),
    results,
  })

/** One thread; 404 when it is deleted or somebody else's tenant's. */
export const threadDetail = async (
  context: CommunityContext,
  scope: MemberScope,
  threadId: number,
): Promise<CachedJson> =>
  writtenJson<typeof getThread>(await detailOf(context, scope, readsOf(scope), threadId))

const detailOf = async (
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

const detailIn = (context: CommunityContext, scope: MemberScope, db: TenantDb, threadId: number) =>
  detailOf(context, scope, rowsIn(db), threadId)

/** Starts a thread. */
export const startThread = async (
  context: CommunityContext,
  scope: MemberScope,
  input: BodyOf<typeof createThread>,
): Promise<Thread> => {
  const { clientId, userId } = viewerOf(scope)
  const body = await prepareBody(input.body, { clientId, store: context.storeImage })
  const now = scope.clock.now()
  const hash = contentHash(input.title, body)
  const key = input.idempotency_key ?? null
  return scope.tx(async (db) => {
    await lockWriter(db, userId)
    const since = new Date(now.getTime() - TWIN_WINDOW_MS)
    const twin = await threads.findTwin(db, { clientId, authorId: userId, key, hash, since })
    if (twin?.sameKey) return detailIn(context, scope, db, twin.id)
    if (twin) throw alreadyPosted(twin.id)
    await requireNewcomerRoom(db, { clientId, userId, what: 'thread', now, factor: context.limitFactor })
    const tags = await knownTags(db, clientId, input.tags)
    const lesson = input.lesson ? await requireLesson(db, scope, input.lesson) : null
    const words = {
      title: input.title,
      body,
      tagIds: tags.map(({ id }) => id),
      tags: tags.map(({ name }) => name),
      mentionIds: await peopleNamed(db, clientId, body),
      lesson,
    }
    const id = await threads.insertThread(db, { ...words, clientId, authorId: userId, at: now, key, hash })
    await threads.countThread(db, { clientId, threadId: id, tagIds: words.tagIds, by: 1 })
    await threads.followByWriting(db, { clientId, threadId: id, userId })
    const named = { clientId, threadId: id, commentId: null, authorId: userId, named: words.mentionIds }
    await tellNamed(db, { ...named, at: now })
    await tellNamedIn(context.notifier, db, named)
    await indexThread(db, clientId, { id, title: input.title, body })
    return detailIn(context, scope, db, id)
  })
}

/** 409 for doubled words; the app can lead to what is there already. */
export const alreadyPosted = (id: number): AppError =>
  new AppError('conflict', 'You have just posted this.', { fields: { body: [fieldIssue('taken', { id })] } })

const knownTags = async (db: TenantDb, clientId: number, wanted: readonly number[]) => {
  const ids = [...new Set(wanted)]
  const known = await threads.tagsById(db, clientId, ids)
  if (known.length < ids.length) throw invalidField('tags', fieldIssue('invalid'), 'A tag does not exist.')
  return known
}

const lockLive = async (db: TenantDb, clientId: number, threadId: number): Promise<threads.ThreadHead> => {
  const head = await threads.lockThread(db, clientId, threadId)
  if (!head || head.deleted_at) throw notFound()
  return head
}

/** Changes a thread's words and tags. */
export const editThread = async (
  context: CommunityContext,
  scope: MemberScope,
  threadId: number,
  input: BodyOf<typeof updateThread>,
): Promise<Thread> => {
  const { clientId, userId } = viewerOf(scope)
  // Refused before any picture is stored; checked again under the lock.
  await scope.tx(async (db) => requireEdit(scope.actor, (await lockLive(db, clientId, threadId)).author_id))
  const body = await prepareBody(input.body, { clientId, store: context.storeImage })
  return scope.tx(async (db) => {
    const before = await lockLive(db, clientId, threadId)
    requireEdit(scope.actor, before.author_id)
    const tags = await knownTags(db, clientId, input.tags)
    const tagIds = tags.map(({ id }) => id)
    const mentionIds = await peopleNamed(db, clientId, body)
    const at = scope.clock.now()
    await threads.retag(db, { clientId, threadId, before: before.tag_ids, after: tagIds })
    await threads.rewriteThread(db, before, {
      title: input.title,
      body,
      tagIds,
      tags: tags.map(({ name }) => name),
      clientId,
      mentionIds,
      editorId: userId,
      at,
    })
    const named = { clientId, threadId, commentId: null, authorId: before.author_id, named: mentionIds }
    await tellNamed(db, { ...named, at })
    await tellNamedIn(context.notifier, db, named)
    await indexThread(db, clientId, { id: threadId, title: input.title, body })
    return detailIn(context, scope, db, threadId)
  })
}

/** Takes a locked, live thread away, so that who deleted it can take that back for a moment. */
export const takeAwayThread = async (
  context: CommunityContext,
  scope: MemberScope,
  db: TenantDb,
  head: threads.ThreadHead,
): Promise<void> => {
  const { clientId, userId } = viewerOf(scope)
  const threadId = head.id
  await threads.markThread(db, { clientId, threadId, deleted: { at: scope.clock.now(), by: userId } })
  await threads.countThread(db, { clientId, threadId, tagIds: head.tag_ids, by: -1 })
  await forgetThread(db, clientId, threadId)
  await threadGone(context.notifier, db, { clientId, threadId, withdrawn: true })
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

/** Deletes a thread. */
export const removeThread = (
  context: CommunityContext,
  scope: MemberScope,
  threadId: number,
): Promise<undefined> =>
  scope.tx(async (db) => {
    const head = await lockLive(db, scope.tenant.clientId, threadId)
    requireEdit(scope.actor, head.author_id)
    await takeAwayThread(context, scope, db, head)
    return undefined
  })

/** Takes a delete back; harmless to repeat. */
export const bringBackThread = (
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
      await threads.markThread(db, { clientId, threadId, deleted: null })
      await threads.countThread(db, { clientId, threadId, tagIds: head.tag_ids, by: 1 })
      await indexThread(db, clientId, head)
      await threadGone(context.notifier, db, { clientId, threadId, withdrawn: false })
    }
    return detailIn(context, scope, db, threadId)
  })

/** Sets or removes the caller's bookmark. */
export const bookmark = (scope: MemberScope, threadId: number, on: boolean) =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    await lockLive(db, clientId, threadId)
    const at = scope.clock.now()
    return {
      bookmarked: on,
      bookmarks_count: await threads.setBookmark(db, { clientId, threadId, userId, on, at }),
    }
  })

/** Follows or mutes. */
export const follow = (scope: MemberScope, threadId: number, following: boolean) =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    await lockLive(db, clientId, threadId)
    await threads.setFollowing(db, { clientId, threadId, userId, following })
    return { following }
  })
