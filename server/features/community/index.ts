import type { FastifyInstance } from 'fastify'
import type { Core } from '#server/core/core.ts'
import type { RequestPipeline } from '#server/core/http/pipeline.ts'
import type { Notifier } from '#server/core/notifier.ts'
import { registerCommunityRoutes } from './community.routes.ts'
import type { PictureStore } from './lesson-pictures.ts'
import { createPeopleCache } from './people/people.cache.ts'
import { findThreads } from './threads/find-threads.ts'

export { addComment, addThread } from './past-posts.ts'
export { forumFacts } from './people/contributions.repository.ts'
export { forgetPerson } from './people/forget-person.ts'
export { cameSince } from './comments/live.ts'
export { mentionsRead, notifyOfAnswer, notifyOfComment } from './notifications.ts'
export { setAccepted, setBookmark, setFollowing } from './threads/threads.repository.ts'
export { castVote } from './threads/votes.repository.ts'

/** Threads, comments, tags, votes and reports. The files feature stores images in posts. */
export const communityFeature = (core: Core, files: Omit<PictureStore, 'readTicket'>, notifier: Notifier) => {
  const context = {
    audit: core.audit,
    changes: core.changes,
    pictures: { ...files, readTicket: core.fileAccess.readTicket },
    people: createPeopleCache(core.changes),
    notifier,
    limitFactor: core.config.rateLimitFactor,
  }
  return {
    findThreads: findThreads(context.people),
    register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
      registerCommunityRoutes(app, pipeline, context),
  }
}
