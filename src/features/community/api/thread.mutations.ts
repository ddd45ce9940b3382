import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { v4 as uuid } from 'uuid'
import {
  bookmarkThread,
  createTag,
  createThread,
  deleteThread,
  followThread,
  restoreThread,
  unbookmarkThread,
  updateThread,
  voteThread,
} from '#contract/community/community.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { paths } from '#src/core/paths.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import type { Tag, Thread, Vote } from '../model/posts.ts'
import { tagsFromNames } from '../model/tags.ts'
import { votedFrom, withVote } from '../model/vote.ts'
import { bookmarkedAs } from '../model/waiting.ts'
import { communityKeys, tagsQuery } from './community.queries.ts'
import { failureMessage } from './failure.ts'
import { orWait } from './live-posts.ts'
import { updateThreadCache, cachedThread, pauseThreadReads, refetchThread } from './thread-cache.ts'

/** Optimistic vote: shown at once, rolled back on failure, refetched at the end (spec 4: Community). */
export const useVoteThread = (threadId: number) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  const mutationKey = ['community', 'vote', threadId]
  return useMutation({
    mutationKey,
    // Presses reach the server in order.
    scope: { id: mutationKey.join('-') },
    mutationFn: (vote: Vote) =>
      authedCall(voteThread, { params: { threadId }, body: { vote_type: vote } }).catch(
        // The cache already shows the wanted vote.
        orWait(uuid(), () => ({
          kind: 'vote',
          threadId,
          commentId: null,
          want: cachedThread(client, threadId)?.my_vote ?? null,
        })),
      ),
    onMutate: async (vote) => {
      await pauseThreadReads(client, threadId)
      const previous = cachedThread(client, threadId)
      updateThreadCache(client, threadId, (thread) => withVote(thread, vote))
      return previous
    },
    onError: (error, vote, previous) => {
      if (previous)
        updateThreadCache(client, threadId, (thread) => ({
          ...thread,
          upvotes: previous.upvotes,
          downvotes: previous.downvotes,
          my_vote: previous.my_vote,
        }))
      notify({
        kind: 'error',
        title: t(vote === 'upvote' ? 'failed.upvote' : 'failed.downvote'),
        message: failureMessage(error, t('failed.voteMessage')),
      })
    },
    onSuccess: (answer) => {
      const voted = votedFrom(answer)
      const isLast = client.isMutating({ mutationKey }) === 1
      if (voted && isLast) updateThreadCache(client, threadId, (thread) => ({ ...thread, ...voted }))
    },
    onSettled: (answer) =>
      answer !== null && client.isMutating({ mutationKey }) === 1
        ? refetchThread(client, threadId)
        : undefined,
  })
}

/** Toggles the bookmark locally, calls add or remove, then refetches (spec 4: Community). */
export const useBookmarkThread = (threadId: number) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  const mutationKey = ['community', 'bookmark', threadId]
  const setBookmarked = (bookmarked: boolean) =>
    updateThreadCache(client, threadId, (thread) => bookmarkedAs(thread, bookmarked))
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('-') },
    mutationFn: (bookmarked: boolean) =>
      authedCall(bookmarked ? bookmarkThread : unbookmarkThread, { params: { threadId } }).catch(
        orWait(uuid(), () => ({ kind: 'bookmark', threadId, on: bookmarked })),
      ),
    onMutate: async (bookmarked) => {
      await pauseThreadReads(client, threadId)
      setBookmarked(bookmarked)
    },
    onError: (error, bookmarked) => {
      setBookmarked(!bookmarked)
      notify({
        kind: 'error',
        title: t(bookmarked ? 'failed.bookmark' : 'failed.unbookmark'),
        message: failureMessage(error, t(bookmarked ? 'failed.bookmarkMessage' : 'failed.unbookmarkMessage')),
      })
    },
    onSettled: (answer) =>
      answer !== null && client.isMutating({ mutationKey }) === 1
        ? refetchThread(client, threadId)
        : undefined,
  })
}

/** Follow or mute: shown at once, rolled back on failure. */
export const useFollowThread = (threadId: number) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  const set = (following: boolean) =>
    updateThreadCache(client, threadId, (thread) => ({ ...thread, following }))
  return useMutation({
    mutationFn: (following: boolean) =>
      authedCall(followThread, { params: { threadId }, body: { following } }).catch(
        orWait(uuid(), () => ({ kind: 'follow', threadId, on: following })),
      ),
    onMutate: async (following) => {
      await pauseThreadReads(client, threadId)
      set(following)
    },
    onError: (error, following) => {
      set(!following)
      notify({
        kind: 'error',
        title: t('failed.follow'),
        message: failureMessage(error, t('failed.again')),
      })
    },
    onSettled: (answer) => (answer === null ? undefined : refetchThread(client, threadId)),
  })
}

export interface ThreadDraft {
  title: string
  body: string
  tags: number[]
  /** The idempotency key: resending the same thread counts once. */
  key: string
}

/** The lesson of a question. */
export interface LessonRef {
  course_id: number
  topic_id: number
  item_id: number | null
}

/** `tagNames`: more tags as comma-separated names. */
type SavedDraft = ThreadDraft & { tagNames?: string }

/** Rejects when the tags cannot be loaded: saving would lose the thread's tags. */
const resolveTags = async (client: QueryClient, tags: readonly number[], names: string | undefined) =>
  names === undefined || names.trim() === ''
    ? [...tags]
    : [...new Set([...tags, ...tagsFromNames(names, await client.ensureQueryData(tagsQuery()))])]

/**
 * Creates a thread, or updates the one with this id. The detail page has a shorter error message (spec 8).
 */
export const useSaveThread = (threadId: number | null, where: 'list' | 'detail', lesson?: LessonRef) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  return useMutation({
    // Null: the thread is stored on the device until the connection returns.
    mutationFn: async ({ key, tagNames, ...draft }: SavedDraft): Promise<Thread | null> => {
      const body = { ...draft, tags: await resolveTags(client, draft.tags, tagNames) }
      if (threadId !== null) return authedCall(updateThread, { params: { threadId }, body })
      const lessonField = lesson && { lesson }
      return authedCall(createThread, { body: { ...body, idempotency_key: key, ...lessonField } }).catch(
        orWait(key, () => ({ kind: 'thread', ...body, ...lessonField })),
      )
    },
    onError: (error) => {
      const message = where === 'list' ? t('failed.updateMessage') : t('failed.updateDetailMessage')
      notify({
        kind: 'error',
        title: t(threadId === null ? 'failed.create' : 'failed.update'),
        message: failureMessage(error, threadId === null ? t('failed.createMessage') : message),
      })
    },
    onSuccess: async (saved) => {
      if (saved === null)
        return notify({ kind: 'info', title: t('waits.title'), message: t('waits.message') })
      if (threadId !== null) await refetchThread(client, threadId)
      else {
        notify({
          kind: 'success',
          title: t('done.threadPosted'),
          message: t('done.threadPostedMessage'),
          link: { to: paths.thread(saved.id), label: t('done.threadOpen') },
        })
        await client.invalidateQueries({ queryKey: communityKeys.lists })
      }
      await client.invalidateQueries({ queryKey: communityKeys.lessons })
    },
  })
}

export const useDeleteThread = () => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  return useMutation({
    mutationFn: (threadId: number) => authedCall(deleteThread, { params: { threadId } }),
    onError: (error) =>
      notify({
        kind: 'error',
        title: t('failed.delete'),
        message: failureMessage(error, t('failed.deleteMessage')),
      }),
    onSuccess: async (_, threadId) => {
      client.removeQueries({ queryKey: communityKeys.thread(threadId) })
      await client.invalidateQueries({ queryKey: communityKeys.lists })
    },
  })
}

export const useRestoreThread = () => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  return useMutation({
    mutationFn: (threadId: number) => authedCall(restoreThread, { params: { threadId } }),
    onError: (error) =>
      notify({
        kind: 'error',
        title: t('failed.restore'),
        message: failureMessage(error, t('failed.restoreMessage')),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: communityKeys.lists }),
  })
}

/** Creates a tag and adds it to the picker's list at once. */
export const useCreateTag = () => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  return useMutation({
    mutationFn: (name: string) => authedCall(createTag, { body: { name } }),
    onError: (error) =>
      notify({
        kind: 'error',
        title: t('failed.tag'),
        message: failureMessage(error, t('failed.tagMessage')),
      }),
    onSuccess: (tag) =>
      client.setQueryData<Tag[]>(communityKeys.tags, (all = []) =>
        all.some(({ id }) => id === tag.id) ? all : [...all, tag],
      ),
  })
}
