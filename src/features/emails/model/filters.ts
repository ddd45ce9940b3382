import { campaignStates, type CampaignState } from '#contract/emails/campaigns.ts'
import { listSchema, oneOf, type FiltersOf } from '#src/core/lists/list-filters.ts'

export const CAMPAIGN_FILTERS = listSchema({ state: oneOf(campaignStates) })
export type CampaignFilters = FiltersOf<typeof CAMPAIGN_FILTERS>

export const campaignLink = (id: string): string => `?open=${encodeURIComponent(id)}`

export const STATE_TONES = {
  draft: 'neutral',
  scheduled: 'info',
  sending: 'primary',
  paused: 'warning',
  done: 'success',
  cancelled: 'neutral',
} as const satisfies Record<CampaignState, string>
