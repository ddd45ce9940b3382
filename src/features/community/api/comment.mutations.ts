import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { v4 as uuid } from 'uuid'
import {
  acceptComment,
  createComment,
  deleteComment,
  restoreComment,
  updateComment,
  voteComment,
} from '#contract/community/community.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import type { Page } from '../model/answers.ts'
import type { Comment, Reply, Vote } from '../model/posts.ts'
import { votedFrom, withVote, type Voted } from '../model/vote.ts'
import { communityKeys } from './community.queries.ts'
import { failureMessage } from './failure.ts'
import { orWait } from './live-posts.ts'
import { updateThreadCache } from './thread-cache.ts'

type Pages = InfiniteData<Page<Comment>, number>

const useCommentCache = (threadId: number) => {
  const client = useQueryClient()
  const notify = useNotify()
  const { t } = useTranslation('community')
  const queryKey = communityKeys.comments(threadId)
  const updatePost = (id: number, action: (voted: Voted) => Voted) => {
    const updateReply = (reply: Reply): Reply => (reply.id === id ? { ...reply, ...action(reply) } : reply)
    const updateInComment = (comment: Comment): Comment => ({
      ...(comment.id === id ? { ...comment, ...action(comment) } : comment),
      replies: comment.replies.map(updateReply),
    })
    client.setQueryData<Pages>(
      queryKey,
      (all) =>
        all && {
          ...all,
          pages: all.pages.map((page) => ({ ...page, results: page.results.map(updateInComment) })),
        },
    )
  }
  const findPost = (id: number): Voted | undefined =>
    client
      .getQueryData<Pages>(queryKey)
      ?.pages.flatMap(({ results }) => results)
      .flatMap((comment) => [comment, ...comment.replies])
      .find((post) => post.id === id)
  const refetch = () =>
    Promise.all([
      client.invalidateQueries({ queryKey }),
      client.invalidateQueries({ queryKey: communityKeys.thread(threadId) }),
      client.invalidateQueries({ queryKey: communityKeys.lists }),
    ])
  return { client, notify, t, queryKey, updatePost, findPost, refetch }
}

export const useVoteComment = (threadId: number, commentId: number) => {
  const { client, notify, t, queryKey, updatePost, findPost } = useCommentCache(threadId)
  const mutationKey = ['community', 'vote-comment', commentId]
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('-') },
    mutationFn: (vote: Vote) =>
      authedCall(voteComment, { params: { commentId }, body: { vote_type: vote } }).catch(
        orWait(uuid(), () => ({
          kind: 'vote',
          threadId,
          commentId,
          want: findPost(commentId)?.my_vote ?? null,
        })),
      ),
    onMutate: async (vote) => {
      await client.cancelQueries({ queryKey })
      const previous = findPost(commentId)
      updatePost(commentId, (post) => withVote(post, vote))
      return previous
    },
    onError: (error, _vote, previous) => {
      if (previous)
        updatePost(commentId, () => ({
          upvotes: previous.upvotes,
          downvotes: previous.downvotes,
          my_vote: previous.my_vote,
        }))
      notify({
        kind: 'error',
        title: t('failed.vote'),
        message: failureMessage(error, t('failed.voteCommentMessage')),
      })
    },
    onSuccess: (answer) => {
      const voted = votedFrom(answer)
      if (voted && client.isMutating({ mutationKey }) === 1) updatePost(commentId, () => voted)
    },
    onSettled: (answer) =>
      answer !== null && client.isMutating({ mutationKey }) === 1
        ? client.invalidateQueries({ queryKey })
        : undefined,
  })
}

export interface CommentDraft {
  body: string
  /** Null for a top-level comment, else the comment that it replies to. */
  parent: number | null
  key: string
}

export const useAddComment = (threadId: number) => {
  const { notify, t, refetch } = useCommentCache(threadId)
  return useMutation({
    mutationFn: ({ key, ...body }: CommentDraft) =>
      authedCall(createComment, { params: { threadId }, body: { ...body, idempotency_key: key } }).catch(
        orWait(key, () => ({ kind: 'comment', threadId, ...body })),
      ),
    onError: (error) =>
      notify({
        kind: 'error',
        title: t('failed.addComment'),
        message: failureMessage(error, t('failed.addCommentMessage')),
      }),
    onSuccess: (added) => {
      if (added === null) {
        notify({ kind: 'info', title: t('waits.title'), message: t('waits.message') })
        return
      }
      notify({ kind: 'success', title: t('done.commentAdded'), message: t('done.commentAddedMessage') })
      return refetch()
    },
  })
}

export const useUpdateComment = (threadId: number, commentId: number) => {
  const { notify, t, refetch } = useCommentCache(threadId)
  return useMutation({
    mutationFn: (body: string) => authedCall(updateComment, { params: { commentId }, body: { body } }),
    onError: (error) =>
      notify({
        kind: 'error',
        title: t('failed.updateComment'),
        message: failureMessage(error, t('failed.updateCommentMessage')),
      }),
    onSuccess: () => {
      notify({ kind: 'success', title: t('done.commentUpdated') })
      return refetch()
    },
  })
}

export const useDeleteComment = (threadId: number) => {
  const { notify, t, refetch } = useCommentCache(threadId)
  return useMutation({
    mutationFn: (commentId: number) => authedCall(deleteComment, { params: { commentId } }),
    onError: (error) =>
      notify({
        kind: 'error',
        title: t('failed.deleteComment'),
        message: failureMessage(error, t('failed.deleteCommentMessage')),
      }),
    onSuccess: () => refetch(),
  })
}

export const useRestoreComment = (threadId: number) => {
  const { notify, t, refetch } = useCommentCache(threadId)
  return useMutation({
    mutationFn: (commentId: number) => authedCall(restoreComment, { params: { commentId } }),
    onError: (error) =>
      notify({
        kind: 'error',
        title: t('failed.restore'),
        message: failureMessage(error, t('failed.restoreMessage')),
      }),
    onSuccess: () => refetch(),
  })
}

/** Accepts or unaccepts a comment as the answer. */
export const useAcceptComment = (threadId: number) => {
  const { client, notify, t, refetch } = useCommentCache(threadId)
  return useMutation({
    mutationFn: ({ commentId, accepted }: { commentId: number; accepted: boolean }) =>
      authedCall(acceptComment, { params: { commentId }, body: { accepted } }),
    onError: (error) =>
      notify({ kind: 'error', title: t('failed.accept'), message: failureMessage(error, t('failed.again')) }),
    onSuccess: ({ accepted_comment_id }) => {
      updateThreadCache(client, threadId, (thread) => ({ ...thread, accepted_comment_id }))
      return refetch()
    },
  })
}
