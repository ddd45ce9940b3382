import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createTemplate,
  listTemplates,
  listVersions,
  previewTemplate,
  publishTemplate,
  saveDraft,
  uploadTemplatePicture,
  type CertificateTemplate,
  type WantedTemplate,
} from '#contract/certificates/templates.ts'
import type { BodyInputOf, ResponseOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { saveBlob } from '#src/shared/lib/save-file.ts'

type PreviewBody = BodyInputOf<typeof previewTemplate>
export type TemplatePreview = ResponseOf<typeof previewTemplate>

const TEMPLATES = ['certificate-portal', 'templates'] as const

export const templatesQuery = () =>
  queryOptions({
    queryKey: TEMPLATES,
    queryFn: ({ signal }) => authedCall(listTemplates, { signal }),
    staleTime: 0,
  })

export const versionsQuery = (templateId: number) =>
  queryOptions({
    queryKey: [...TEMPLATES, templateId, 'versions'],
    queryFn: ({ signal }) => authedCall(listVersions, { params: { templateId }, signal }),
    staleTime: 0,
  })

/** Drawn by the server, as learners get it. The same look is drawn once. */
export const previewQuery = (body: PreviewBody) =>
  queryOptions({
    queryKey: ['certificate-preview', body],
    queryFn: ({ signal }) => authedCall(previewTemplate, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Of a data address. */
const bytesOf = (address: string) =>
  Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (character) => character.charCodeAt(0))

/** The true PDF of a look, as a file. */
export const useOpenPdf = () =>
  useMutation({
    mutationFn: (body: PreviewBody) => authedCall(previewTemplate, { body: { ...body, as: 'pdf' } }),
    onSuccess: ({ file }) =>
      saveBlob('certificate-preview.pdf', new Blob([bytesOf(file)], { type: 'application/pdf' })),
  })

export const useUploadPicture = () =>
  useMutation({
    mutationFn: (picture: string) => authedCall(uploadTemplatePicture, { body: { picture } }),
  })

export type SaveMode = 'draft' | 'publish'

/** A template that exists gets a draft or its next version; a new one is created. */
export const useSaveTemplate = (known: CertificateTemplate | null, createKey: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ look, mode }: { look: WantedTemplate; mode: SaveMode }) => {
      if (!known)
        return authedCall(createTemplate, {
          body: { idempotency_key: createKey, publish: mode === 'publish', ...look },
        })
      const params = { templateId: known.id }
      return mode === 'draft'
        ? authedCall(saveDraft, { params, body: { draft_number: known.draft_number, ...look } })
        : authedCall(publishTemplate, { params, body: { version: known.version, ...look } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: TEMPLATES }),
  })
}
