import type { FastifyInstance } from 'fastify'
import { getBadges } from '#contract/badges/badges.ts'
import { mount, type Border } from '#server/core/http/pipeline.ts'
import { badges, type BadgeDeeds } from './badges.service.ts'

export { badgeProgress, type BadgeFacts } from './badge-rules.ts'

/** Badges and the way to them. */
export const badgesFeature = (deeds: BadgeDeeds) => ({
  register: (app: FastifyInstance, border: Border): void => {
    mount(app, border, getBadges, (scope) => badges(scope, deeds))
  },
})
