import type { voteThread } from '#contract/community/community.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { rowsIn } from '#server/core/db/query.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { lockComment } from '../comments/comments.repository.ts'
import { viewerOf, type CommunityContext, type Viewer } from '../community.context.ts'
import { toVote } from '../community.mapper.ts'
import { readThread } from './threads.read.ts'
import { lockThread } from './threads.repository.ts'
import { castVote, type VoteCounts } from './votes.repository.ts'

type Vote = BodyOf<typeof voteThread>['vote_type']

const valueOf = (vote: Vote): 1 | -1 => (vote === 'upvote' ? 1 : -1)
const toResult = ({ upvotes, downvotes, value }: VoteCounts) => ({
  upvotes,
  downvotes,
  my_vote: toVote(value),
})

/** Votes on threads and comments of one user share a bucket (trust 8.6). */
const requireVoteQuota = ({ votes }: CommunityContext, { clientId, userId }: Viewer) => {
  const waitMs = votes?.buckets.take(`${clientId}/${userId}`, votes.limit) ?? 0
  if (waitMs > 0)
    throw new AppError('too_many_requests', 'Too many votes. Please wait a moment and try again.', {
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    })
}

export const voteOnThread = async (context: CommunityContext, scope: MemberScope, id: number, vote: Vote) => {
  const viewer = viewerOf(scope)
  requireVoteQuota(context, viewer)
  return scope.tx(async (db) => {
    const head = await lockThread(db, viewer.clientId, id)
    if (!head || head.deleted_at) throw notFound()
    return toResult(await castVote(db, { subject: 'thread', ...viewer, id, value: valueOf(vote) }))
  })
}

export const voteOnComment = async (
  context: CommunityContext,
  scope: MemberScope,
  id: number,
  vote: Vote,
) => {
  const viewer = viewerOf(scope)
  requireVoteQuota(context, viewer)
  return scope.tx(async (db) => {
    const head = await lockComment(db, viewer.clientId, id)
    if (!head || head.deleted_at || !(await readThread(rowsIn(db), viewer, head.thread_id))) throw notFound()
    return toResult(await castVote(db, { subject: 'comment', ...viewer, id, value: valueOf(vote) }))
  })
}
