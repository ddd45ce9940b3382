import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import { createBuckets } from '#server/core/http/limit.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import type { StoreImage } from './body.ts'
import { registerCommunityRoutes } from './community.routes.ts'
import { createPeopleCache } from './people/people.cache.ts'

export { addComment, addThread } from './past-posts.ts'
export { forumFacts } from './people/contributions.repository.ts'
export { cameSince } from './comments/live.ts'
export { mentionsRead, tellOfAnswer, tellOfComment } from './notifications.ts'
export { setAccepted, setBookmark, setFollowing } from './threads/threads.repository.ts'
export { castVote } from './threads/votes.repository.ts'

/** From trust 8.6. */
const VOTES_PER_MINUTE = 120
const MINUTE_MS = 60_000

/** Threads, comments, tags, votes and reports. The files feature stores images in posts. */
export const communityFeature = (core: Core, storeImage: StoreImage, notifier: Notifier) => {
  const factor = core.config.rateLimitFactor
  const context = {
    audit: core.audit,
    changes: core.changes,
    storeImage,
    people: createPeopleCache(core.changes),
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
