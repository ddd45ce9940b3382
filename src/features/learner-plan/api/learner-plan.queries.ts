import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getCourseFacets } from '#contract/courses/catalogue.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { getLearnerPlan, saveLearnerPlan, type LearnerPlan } from '#contract/learner-plan/learner-plan.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const planKey = ['learner-plan'] as const

export const planQuery = () =>
  queryOptions({ queryKey: planKey, queryFn: ({ signal }) => authedCall(getLearnerPlan, { signal }) })

const TOPICS_SHOWN = 12

/** The most frequent topics of the catalogue. */
export const topicsQuery = () =>
  queryOptions({
    queryKey: ['learner-plan-topics'] as const,
    queryFn: async ({ signal }) => {
      const { tag } = await authedCall(getCourseFacets, { query: {}, signal })
      return tag.slice(0, TOPICS_SHOWN).map(({ value }) => value)
    },
  })

export type PlanAnswers = BodyInputOf<typeof saveLearnerPlan>

export const useSavePlan = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PlanAnswers) => authedCall(saveLearnerPlan, { body }),
    onSuccess: (plan) => client.setQueryData<LearnerPlan>(planKey, plan),
  })
}

/** The welcome is not shown again in this visit, even if that could not be saved. */
export const useCloseWelcome = () => {
  const client = useQueryClient()
  return () => client.setQueryData<LearnerPlan>(planKey, (plan) => plan && { ...plan, welcomed: true })
}
