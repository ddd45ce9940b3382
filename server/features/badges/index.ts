import type { FastifyInstance } from 'fastify'
import { getBadges } from '#contract/badges/badges.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { badges, type BadgeDependencies } from './badges.service.ts'

export { badgeProgress, type BadgeFacts } from './badge-rules.ts'

/** Badges and the way to them. */
export const badgesFeature = (actions: BadgeDependencies) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    mount(app, pipeline, getBadges, (scope) => badges(scope, actions))
  },
})
