import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replaceWebhookSecret,
  replayDelivery,
  saveWebhook,
  testWebhook,
  type Webhook,
} from '#contract/api-access/webhooks.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const ALL = ['webhooks'] as const
export const DELIVERIES_PER_PAGE = 10
/** While something is on its way. */
const LOOK_AGAIN_MS = 5_000

export const webhooksQuery = () =>
  queryOptions({
    queryKey: [...ALL, 'list'] as const,
    queryFn: ({ signal }) => authedCall(listWebhooks, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.results.some((webhook) => webhook.is_active && webhook.waiting > 0) ? LOOK_AGAIN_MS : false,
  })

export const deliveriesQuery = (webhookId: string, page: number) =>
  queryOptions({
    queryKey: [...ALL, 'deliveries', webhookId, page] as const,
    queryFn: ({ signal }) =>
      authedCall(listDeliveries, {
        params: { webhookId },
        query: { page, page_size: DELIVERIES_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.results.some((delivery) => delivery.state === 'waiting') ? LOOK_AGAIN_MS : false,
  })

const useReload = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ALL })
}

export const useCreateWebhook = () =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof createWebhook>) => authedCall(createWebhook, { body }),
    // The answer holds the secret: nothing keeps it once the dialog is closed.
    gcTime: 0,
    onSuccess: useReload(),
  })

export const useSaveWebhook = (webhookId: string) =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof saveWebhook>) =>
      authedCall(saveWebhook, { params: { webhookId }, body }),
    onSuccess: useReload(),
  })

export const useReplaceSecret = ({ id, secret_made_at: since }: Webhook) =>
  useMutation({
    mutationFn: () =>
      authedCall(replaceWebhookSecret, { params: { webhookId: id }, body: { secret_made_at: since } }),
    gcTime: 0,
    onSettled: useReload(),
  })

export const useDeleteWebhook = (webhookId: string) =>
  useMutation({
    mutationFn: () => authedCall(deleteWebhook, { params: { webhookId } }),
    onSettled: useReload(),
  })

export const useTestWebhook = (webhookId: string) =>
  useMutation({
    mutationFn: () => authedCall(testWebhook, { params: { webhookId }, body: { id: crypto.randomUUID() } }),
    onSettled: useReload(),
  })

export const useReplay = (webhookId: string) =>
  useMutation({
    mutationFn: (deliveryId: string) => authedCall(replayDelivery, { params: { webhookId, deliveryId } }),
    onSettled: useReload(),
  })
