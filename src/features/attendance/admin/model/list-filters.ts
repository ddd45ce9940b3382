import { choice, listSchema } from '#src/core/lists/list-filters.ts'

export const disputeStates = ['open', 'answered'] as const
export type DisputeState = (typeof disputeStates)[number]

export const DISPUTE_FILTERS = listSchema({ state: choice(disputeStates, 'open') })
export const BELOW_FILTERS = listSchema({})
