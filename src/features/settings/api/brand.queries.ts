import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  getBrand,
  publishBrand,
  restoreBrand,
  saveBrandDraft,
  uploadBrandPicture,
  type BrandState,
  type PictureUse,
} from '#contract/client-info/brand-endpoints.ts'
import type { BrandSettings } from '#contract/client-info/brand.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { toBase64 } from '#src/shared/lib/base64.ts'
import { useShowClientInfo } from './client-info.ts'

const KEY = ['settings', 'brand'] as const

export const brandQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => authedCall(getBrand, { signal }),
    staleTime: 0,
    // An editor begins with the newest draft, never with one from before its own last save.
    gcTime: 0,
    // What is being typed must not be replaced; a conflict is told when it is saved.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const useSaveDraft = () =>
  useMutation({
    mutationFn: (body: { draft_number: number; settings: BrandSettings | null }) =>
      authedCall(saveBrandDraft, { body }),
  })

const usePublished = () => {
  const client = useQueryClient()
  const showClientInfo = useShowClientInfo()
  return (state: BrandState) => {
    client.setQueryData(KEY, state)
    void showClientInfo()
  }
}

export const usePublish = () => {
  const onSuccess = usePublished()
  return useMutation({
    mutationFn: (draftNumber: number) => authedCall(publishBrand, { body: { draft_number: draftNumber } }),
    onSuccess,
  })
}

export const useRestore = () => {
  const onSuccess = usePublished()
  return useMutation({
    mutationFn: ({ version, current }: { version: number; current: number }) =>
      authedCall(restoreBrand, { params: { versionId: version }, body: { current } }),
    onSuccess,
  })
}

export const useUploadPicture = (use: PictureUse) =>
  useMutation({
    mutationFn: async (file: File) =>
      authedCall(uploadBrandPicture, { body: { use, picture: await toBase64(file) } }),
  })
