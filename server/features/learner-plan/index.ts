import type { FastifyInstance } from 'fastify'
import { getLearnerPlan, saveLearnerPlan } from '#contract/learner-plan/learner-plan.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { learnerPlan, saveLearnerPlan as save, type PlanDependencies } from './learner-plan.service.ts'

export { interestsQuery, savePlan } from './learner-plan.repository.ts'

/** What learners want to learn for and about: answers of the welcome. */
export const learnerPlanFeature = (dependencies: PlanDependencies) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    mount(app, pipeline, getLearnerPlan, (scope) => learnerPlan(scope))
    mount(app, pipeline, saveLearnerPlan, (scope, { body }) => save(scope, body, dependencies))
  },
})
