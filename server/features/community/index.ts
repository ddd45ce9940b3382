import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import { createBuckets } from '#server/core/http/limit.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { StoreImage } from './body.ts'
import { registerCommunityRoutes } from './community.routes.ts'
import { createPeople } from './people/people.cache.ts'

export { addComment, addThread } from './moderation/history.repository.ts'
export { forumFacts } from './people/contributions.repository.ts'
export { cameSince } from './comments/live.ts'
export { mentionsRead, tellOfAnswer, tellOfComment } from './notify.ts'
export { setAccepted, setBookmark, setFollowing } from './threads/threads.repository.ts'
export { castVote } from './threads/votes.repository.ts'

/** TRUST §8.6. */
const VOTES_PER_MINUTE = 120
const MINUTE_MS = 60_000

/** Threads, comments, tags, votes, reports. Pictures in posts are stored by the files feature. */
export const communityFeature = (core: Core, storeImage: StoreImage, notifier: Notifier) => {
  const factor = core.config.rateLimitFactor
  const context = {
    audit: core.audit,
    changes: core.changes,
    storeImage,
    people: createPeople(core.changes),
    notifier,
    limitFactor: factor,
    votes: Number.isFinite(factor)
      ? {
          buckets: createBuckets(core.clock),
          limit: { requests: Math.max(1, Math.floor(VOTES_PER_MINUTE * factor)), windowMs: MINUTE_MS },
        }
      : null,
  }
  return {
    register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
      registerCommunityRoutes(app, pipeline, context),
  }
}
