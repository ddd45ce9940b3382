import { campaignStates, type Campaign, type CampaignState } from '#contract/emails/campaigns.ts'
import { suppressionReasons } from '#contract/emails/feedback.ts'
import { listSchema, oneOf, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const CAMPAIGN_FILTERS = listSchema({ state: oneOf(campaignStates) })
export type CampaignFilters = FiltersOf<typeof CAMPAIGN_FILTERS>

export const SUPPRESSED_FILTERS = listSchema({ reason: oneOf(suppressionReasons) })
export type SuppressedFilters = FiltersOf<typeof SUPPRESSED_FILTERS>

export const campaignLink = (id: string): string => `?open=${encodeURIComponent(id)}`

export const STATE_TONES = {
  draft: 'neutral',
  scheduled: 'info',
  sending: 'primary',
  paused: 'warning',
  done: 'success',
  cancelled: 'neutral',
} as const satisfies Record<CampaignState, string>

/** An automation is on or off. */
export const stateLabel = ({ state, automation }: Pick<Campaign, 'state' | 'automation'>) =>
  automation === null ? (`state.${state}` as const) : (`automation.state.${state}` as const)
