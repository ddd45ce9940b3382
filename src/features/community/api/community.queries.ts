import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getHistory, listReports } from '#contract/community/moderation.ts'
import { suggestPeople } from '#contract/community/people.ts'
import {
  getThread,
  listComments,
  listTags,
  listThreads,
  similarThreads,
} from '#contract/community/community.ts'
import { listLessonThreads } from '#contract/community/lesson-threads.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { commentPageOf, threadOf, threadPageOf, type IsOwnPost, type Page } from '../model/answers.ts'
import { COMMENTS_PER_PAGE, QUESTIONS_PER_PAGE, THREADS_PER_PAGE, type Comment } from '../model/posts.ts'
import type { ThreadFilters } from '../model/thread-filters.ts'
import { commentWithWaiting, threadWithWaiting } from '../model/waiting.ts'
import { waitingPosts } from './live-posts.ts'

/** A course topic that questions can be about. */
export interface TopicRef {
  courseId: number
  topicId: number
}

/** The thread list and tags queries retry 2 times with a 1 s delay (spec 7). */
const LIST_RETRIES = 2
export const LIST_RETRY_DELAY_MS = 1000
/** How often an open thread checks for new comments. */
export const NEWS_EVERY_MS = 20_000

export const communityKeys = {
  lists: ['community', 'threads'] as const,
  threads: (filters: ThreadFilters) => ['community', 'threads', filters] as const,
  thread: (id: number) => ['community', 'thread', id] as const,
  comments: (threadId: number) => ['community', 'comments', threadId] as const,
  news: (threadId: number) => ['community', 'news', threadId] as const,
  tags: ['community', 'tags'] as const,
  similar: (title: string) => ['community', 'similar', title] as const,
  people: (search: string, threadId: number | null) => ['community', 'people', search, threadId] as const,
  lessons: ['community', 'lesson'] as const,
  lesson: (topic: TopicRef) => ['community', 'lesson', topic.courseId, topic.topicId] as const,
  reports: (page: number) => ['community', 'reports', page] as const,
  allReports: ['community', 'reports'] as const,
  history: (type: string, id: number) => ['community', 'history', type, id] as const,
}

/** Client errors (4xx) are final; other errors are retried. */
const retryList = (failures: number, error: unknown): boolean => {
  const isClientError =
    isApiError(error) && error.status !== null && error.status >= 400 && error.status < 500
  return !isClientError && failures < LIST_RETRIES
}
const retryOptions = { retry: retryList, retryDelay: LIST_RETRY_DELAY_MS }

export const threadsQuery = (filters: ThreadFilters, isOwnPost: IsOwnPost) =>
  queryOptions({
    // The reader is not part of the key: a sign-in clears the cache.
    queryKey: communityKeys.threads(filters),
    queryFn: async ({ signal }) => {
      const { page, tag, ordering, views } = filters
      const query = {
        search: filters.search.trim(),
        tag,
        page,
        page_size: THREADS_PER_PAGE,
        ...(ordering === 'newest' ? {} : { ordering }),
        ...Object.fromEntries(views.map((view) => [view, 'true' as const])),
      }
      const result = threadPageOf(await authedCall(listThreads, { query, signal }), filters, isOwnPost)
      const unsent = await waitingPosts()
      return { ...result, results: result.results.map((thread) => threadWithWaiting(thread, unsent)) }
    },
    ...retryOptions,
  })

export const tagsQuery = () =>
  queryOptions({
    queryKey: communityKeys.tags,
    queryFn: ({ signal }) => authedCall(listTags, { signal }),
    ...retryOptions,
  })

export const threadQuery = (threadId: number) =>
  queryOptions({
    queryKey: communityKeys.thread(threadId),
    queryFn: async ({ signal }) => {
      const answer = await authedCall(getThread, { params: { threadId }, signal })
      // A response without a thread means "Thread not available" (spec 2).
      if (typeof (answer as Partial<typeof answer>).id !== 'number') return null
      return threadWithWaiting(threadOf(answer), await waitingPosts())
    },
  })

/** Newest first, ten per page; the reader loads further pages. */
export const commentsQuery = (threadId: number) =>
  infiniteQueryOptions({
    queryKey: communityKeys.comments(threadId),
    queryFn: ({ pageParam, signal }) => readComments(threadId, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, all) =>
      all.length * COMMENTS_PER_PAGE < last.count && last.results.length > 0 ? all.length + 1 : undefined,
  })

export const NO_NEWS: Page<Comment> = { count: 0, results: [] }

/**
 * Polls the first page for new comments while the thread is open, except while live updates report them
 * (`isStreamed`).
 */
export const newsQuery = (threadId: number, isStreamed: () => boolean) =>
  queryOptions({
    queryKey: communityKeys.news(threadId),
    queryFn: ({ signal, client }) =>
      (isStreamed() ? client.getQueryData<Page<Comment>>(communityKeys.news(threadId)) : undefined) ??
      readComments(threadId, 1, signal),
    initialData: NO_NEWS,
    refetchInterval: NEWS_EVERY_MS,
    refetchIntervalInBackground: false,
    retry: false,
  })

const readComments = async (threadId: number, page: number, signal: AbortSignal) => {
  const answer = await authedCall(listComments, {
    params: { threadId },
    query: { page, page_size: COMMENTS_PER_PAGE },
    signal,
  })
  const unsent = await waitingPosts()
  const result = commentPageOf(answer, page)
  return { ...result, results: result.results.map((comment) => commentWithWaiting(comment, unsent)) }
}

/** Shorter titles match too many threads. */
export const SIMILAR_FROM_CHARS = 8

export const similarQuery = (title: string) =>
  queryOptions({
    queryKey: communityKeys.similar(title),
    queryFn: ({ signal }) => authedCall(similarThreads, { query: { title }, signal }),
    select: ({ results }) => results,
    enabled: title.length >= SIMILAR_FROM_CHARS,
    retry: false,
  })

/** Suggestions after an @; without letters, the people who wrote in the thread. */
export const peopleQuery = (search: string, threadId: number | null) =>
  queryOptions({
    queryKey: communityKeys.people(search, threadId),
    queryFn: ({ signal }) => {
      const query = {
        ...(search === '' ? {} : { search }),
        ...(threadId === null ? {} : { thread: threadId }),
      }
      return authedCall(suggestPeople, { query, signal })
    },
    select: ({ results }) => results,
    retry: false,
  })

/** The questions about a topic, newest first, a few at a time. */
export const lessonThreadsQuery = (topic: TopicRef) =>
  infiniteQueryOptions({
    queryKey: communityKeys.lesson(topic),
    queryFn: async ({ pageParam, signal }) => {
      const { count, results } = await authedCall(listLessonThreads, {
        params: { courseId: topic.courseId, submoduleId: topic.topicId },
        query: { page: pageParam, page_size: QUESTIONS_PER_PAGE },
        signal,
      })
      return { count, results: results.map((row) => ({ ...row, thread: threadOf(row.thread) })) }
    },
    initialPageParam: 1,
    getNextPageParam: (last, all) =>
      all.length * QUESTIONS_PER_PAGE < last.count && last.results.length > 0 ? all.length + 1 : undefined,
  })

export const reportsQuery = (page: number) =>
  queryOptions({
    queryKey: communityKeys.reports(page),
    queryFn: ({ signal }) => authedCall(listReports, { query: { page }, signal }),
    // Other moderators settle reports, too.
    staleTime: 0,
  })

export const historyQuery = (subjectType: 'thread' | 'comment', subjectId: number) =>
  queryOptions({
    queryKey: communityKeys.history(subjectType, subjectId),
    queryFn: ({ signal }) => authedCall(getHistory, { params: { subjectType, subjectId }, signal }),
    select: ({ versions }) => versions,
    staleTime: 0,
  })
