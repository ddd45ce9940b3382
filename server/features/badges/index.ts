import type { FastifyInstance } from 'fastify'
import { getBadges } from '#contract/badges/badges.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { badges, newBadges, type BadgeDependencies } from './badges.service.ts'

export { badgeProgress, type BadgeFacts } from './badge-rules.ts'

export const badgesFeature = (dependencies: BadgeDependencies) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    mount(app, pipeline, getBadges, (scope) => badges(scope, dependencies))
  },
  newBadges: newBadges(dependencies),
})
