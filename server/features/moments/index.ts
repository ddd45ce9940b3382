import type { FastifyInstance } from 'fastify'
import { claimMoments } from '#contract/moments/moments.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { claim, type MomentDependencies } from './moments.service.ts'

/** What a learner has just reached, told once (contract/moments/moments.ts). */
export const momentsFeature = (dependencies: MomentDependencies) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    mount(app, pipeline, claimMoments, (scope, { body }) => claim(scope, dependencies, body))
  },
})
