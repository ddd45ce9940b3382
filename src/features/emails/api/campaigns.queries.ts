import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { PAGE_SIZE_MAX } from '#contract/common.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  campaignOptions,
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  listRecipients,
  moveCampaign,
  previewAudience,
  resendCampaign,
  saveCampaign,
  sendCampaign,
  testCampaign,
  type Afterwards,
  type Campaign,
  type campaignMoves,
  type Exclusion,
  type RecipientState,
} from '#contract/emails/campaigns.ts'
import type { Language } from '#contract/languages.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { CampaignFilters } from '../model/filters.ts'

const ALL = ['email-campaigns'] as const
const oneKey = (id: string) => [...ALL, 'one', id] as const

export const CAMPAIGNS_PER_PAGE = 20
export const PEOPLE_PER_PAGE = 10
const LOOK_EVERY_MS = 1500

/** What changes by itself from one second to the next; an automation changes now and then. */
export const isUnderWay = ({
  state,
  automation,
  counts,
}: Pick<Campaign, 'state' | 'automation' | 'counts'>): boolean =>
  state === 'scheduled' ||
  (state === 'sending' && (automation === null || counts.waiting + counts.sending > 0))

export const campaignsQuery = (filters: CampaignFilters) =>
  queryOptions({
    queryKey: [...ALL, 'list', filters] as const,
    queryFn: ({ signal }) =>
      authedCall(listCampaigns, {
        query: {
          search: filters.search.trim(),
          state: filters.state ?? undefined,
          page: filters.page,
          page_size: CAMPAIGNS_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A client has a handful. */
export const automationsQuery = () =>
  queryOptions({
    queryKey: [...ALL, 'list', 'automations'] as const,
    queryFn: ({ signal }) =>
      authedCall(listCampaigns, { query: { kind: 'automation', page_size: PAGE_SIZE_MAX }, signal }),
    staleTime: 0,
  })

export const campaignQuery = (campaignId: string) =>
  queryOptions({
    queryKey: oneKey(campaignId),
    queryFn: ({ signal }) => authedCall(getCampaign, { params: { campaignId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_EVERY_MS : false),
  })

export const optionsQuery = () =>
  queryOptions({
    queryKey: [...ALL, 'options'] as const,
    queryFn: ({ signal }) => authedCall(campaignOptions, { signal }),
  })

export const audienceQuery = (
  { id, version }: Pick<Campaign, 'id' | 'version'>,
  reason: Exclusion | null,
  page: number,
) =>
  queryOptions({
    queryKey: [...ALL, 'audience', id, version, reason, page] as const,
    queryFn: ({ signal }) =>
      authedCall(previewAudience, {
        params: { campaignId: id },
        query: { reason: reason ?? undefined, page, page_size: PEOPLE_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export type RecipientChoice = RecipientState | Afterwards
export const recipientsQuery = (
  { id, counts }: Pick<Campaign, 'id' | 'counts'>,
  state: RecipientChoice,
  page: number,
) =>
  queryOptions({
    queryKey: [...ALL, 'recipients', id, state, page, counts[state]] as const,
    queryFn: ({ signal }) =>
      authedCall(listRecipients, {
        params: { campaignId: id },
        query: { state, page, page_size: PEOPLE_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Every answer is the whole campaign. */
const useChange = <Body>(change: (body: Body) => Promise<Campaign>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (campaign) => {
      queries.setQueryData(oneKey(campaign.id), campaign)
      void queries.invalidateQueries({ queryKey: [...ALL, 'list'] })
    },
  })
}

export const useCreateCampaign = () =>
  useChange((body: BodyOf<typeof createCampaign>) => authedCall(createCampaign, { body }))
export const useSaveCampaign = (campaignId: string) =>
  useChange((body: BodyOf<typeof saveCampaign>) => authedCall(saveCampaign, { params: { campaignId }, body }))
export const useSendCampaign = (campaignId: string) =>
  useChange((body: BodyOf<typeof sendCampaign>) => authedCall(sendCampaign, { params: { campaignId }, body }))
export const useMoveCampaign = (campaignId: string) =>
  useChange((move: (typeof campaignMoves)[number]) =>
    authedCall(moveCampaign, { params: { campaignId }, body: { move } }),
  )
export const useResendCampaign = (campaignId: string) =>
  useChange((_nothing: void) => authedCall(resendCampaign, { params: { campaignId } }))

export const useDeleteCampaign = (campaignId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => authedCall(deleteCampaign, { params: { campaignId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...ALL, 'list'] }),
  })
}
export const useTestCampaign = (campaignId: string) =>
  useMutation({
    mutationFn: (language: Language) =>
      authedCall(testCampaign, { params: { campaignId }, body: { language } }),
  })
