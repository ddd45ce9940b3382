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
import { useNotify } from '#src/core/notify/use-notify.ts'
import type { Tag, Thread, Vote } from '../model/posts.ts'
import { tagsFromNames } from '../model/tags.ts'
import { votedFrom, withVote } from '../model/vote.ts'
import { bookmarkedAs } from '../model/waiting.ts'
import { communityKeys, tagsQuery } from './community.queries.ts'
import { failureMessage } from './failure.ts'
import { orWait } from './live-posts.ts'
import { changeThread, knownThread, pauseThreadReads, rereadThread } from './thread-cache.ts'

/** Votes at the touch, takes it back when the server refuses, rereads when it is done (spec §4 "Community"). */
export const useVoteThread = (threadId: number) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  const mutationKey = ['community', 'vote', threadId]
  return useMutation({
    mutationKey,
    // Taps arrive at the server in their order.
    scope: { id: mutationKey.join('-') },
    mutationFn: (vote: Vote) =>
      authedCall(voteThread, { params: { threadId }, body: { vote_type: vote } }).catch(
        // The touch has changed what is shown already: that is how it should stand.
        orWait(uuid(), () => ({
          kind: 'vote',
          threadId,
          commentId: null,
          want: knownThread(client, threadId)?.my_vote ?? null,
        })),
      ),
    onMutate: async (vote) => {
      await pauseThreadReads(client, threadId)
      const before = knownThread(client, threadId)
      changeThread(client, threadId, (thread) => withVote(thread, vote))
      return before
    },
    onError: (error, vote, before) => {
      if (before)
        changeThread(client, threadId, (thread) => ({
          ...thread,
          upvotes: before.upvotes,
          downvotes: before.downvotes,
          my_vote: before.my_vote,
        }))
      notify({
        kind: 'error',
        title: t(vote === 'upvote' ? 'failed.upvote' : 'failed.downvote'),
        message: failureMessage(error, t('failed.voteMessage')),
      })
    },
    onSuccess: (answer) => {
      const voted = votedFrom(answer)
      const last = client.isMutating({ mutationKey }) === 1
      if (voted && last) changeThread(client, threadId, (thread) => ({ ...thread, ...voted }))
    },
    onSettled: (answer) =>
      answer !== null && client.isMutating({ mutationKey }) === 1
        ? rereadThread(client, threadId)
        : undefined,
  })
}

/** Bookmark toggles locally, calls add or remove, then refetches (spec §4 "Community"). */
export const useBookmarkThread = (threadId: number) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  const mutationKey = ['community', 'bookmark', threadId]
  const mark = (bookmarked: boolean) =>
    changeThread(client, threadId, (thread) => bookmarkedAs(thread, bookmarked))
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('-') },
    mutationFn: (bookmarked: boolean) =>
      authedCall(bookmarked ? bookmarkThread : unbookmarkThread, { params: { threadId } }).catch(
        orWait(uuid(), () => ({ kind: 'bookmark', threadId, on: bookmarked })),
      ),
    onMutate: async (bookmarked) => {
      await pauseThreadReads(client, threadId)
      mark(bookmarked)
    },
    onError: (error, bookmarked) => {
      mark(!bookmarked)
      notify({
        kind: 'error',
        title: t(bookmarked ? 'failed.bookmark' : 'failed.unbookmark'),
        message: failureMessage(error, t(bookmarked ? 'failed.bookmarkMessage' : 'failed.unbookmarkMessage')),
      })
    },
    onSettled: (answer) =>
      answer !== null && client.isMutating({ mutationKey }) === 1
        ? rereadThread(client, threadId)
        : undefined,
  })
}

/** Follow or mute: changed at the touch, put back when refused. */
export const useFollowThread = (threadId: number) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  const set = (following: boolean) => changeThread(client, threadId, (thread) => ({ ...thread, following }))
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
    onSettled: (answer) => (answer === null ? undefined : rereadThread(client, threadId)),
  })
}

export interface ThreadDraft {
  title: string
  body: string
  tags: number[]
  /** Sending the same thread again uses the same key and counts once. */
  key: string
}

/** The lesson that a question is about. */
export interface LessonRef {
  course_id: number
  topic_id: number
  item_id: number | null
}

/** `tagNames`: more tags, by name and separated by commas. */
type SavedDraft = ThreadDraft & { tagNames?: string }

/** Fails where the tags cannot be had: a thread is not saved without those it has. */
const withNamed = async (client: QueryClient, tags: readonly number[], names: string | undefined) =>
  names === undefined || names.trim() === ''
    ? [...tags]
    : [...new Set([...tags, ...tagsFromNames(names, await client.ensureQueryData(tagsQuery()))])]

/** Creates a thread, or changes the one with this id. The detail page words its failure shorter (spec §8). */
export const useSaveThread = (threadId: number | null, where: 'list' | 'detail', lesson?: LessonRef) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  return useMutation({
    // Null: it waits on this device for the connection.
    mutationFn: async ({ key, tagNames, ...words }: SavedDraft): Promise<Thread | null> => {
      const body = { ...words, tags: await withNamed(client, words.tags, tagNames) }
      if (threadId !== null) return authedCall(updateThread, { params: { threadId }, body })
      const about = lesson && { lesson }
      return authedCall(createThread, { body: { ...body, idempotency_key: key, ...about } }).catch(
        orWait(key, () => ({ kind: 'thread', ...body, ...about })),
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
      if (threadId !== null) await rereadThread(client, threadId)
      else await client.invalidateQueries({ queryKey: communityKeys.lists })
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

/** A new tag stands in the picker's list at once. */
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
