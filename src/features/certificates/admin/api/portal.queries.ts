import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CertificateKind, CertificateState } from '#contract/certificates/shapes.ts'
import {
  getCertificateNumbers,
  issueBulk,
  listIssued,
  listRules,
  previewBulk,
  reissueCertificate,
  restoreCertificate,
  revokeCertificate,
  saveRule,
  type CertificateRule,
} from '#contract/certificates/portal.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

interface Subject {
  kind: CertificateKind
  subjectId: number
}
interface IssuedFilters {
  search: string
  page: number
  state: CertificateState | null
}

const keys = {
  all: ['certificate-portal'] as const,
  issued: (filters: IssuedFilters) => ['certificate-portal', 'issued', filters] as const,
  numbers: ['certificate-portal', 'numbers'] as const,
  rules: ['certificate-portal', 'rules'] as const,
  bulk: ({ kind, subjectId }: Subject) => ['certificate-portal', 'bulk', kind, subjectId] as const,
}

export const issuedQuery = (filters: IssuedFilters) =>
  queryOptions({
    queryKey: keys.issued(filters),
    queryFn: ({ signal }) =>
      authedCall(listIssued, {
        query: {
          page: filters.page,
          ...(filters.search && { search: filters.search }),
          ...(filters.state && { state: filters.state }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const numbersQuery = () =>
  queryOptions({
    queryKey: keys.numbers,
    queryFn: ({ signal }) => authedCall(getCertificateNumbers, { signal }),
    staleTime: 0,
  })

export const rulesQuery = () =>
  queryOptions({
    queryKey: keys.rules,
    queryFn: ({ signal }) => authedCall(listRules, { signal }),
    staleTime: 0,
  })

export const bulkQuery = (subject: Subject) =>
  queryOptions({
    queryKey: keys.bulk(subject),
    queryFn: ({ signal }) => authedCall(previewBulk, { params: { ...subject }, signal }),
    staleTime: 0,
  })

const useRefresh = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keys.all })
}

export type Change =
  { action: 'revoke' | 'restore'; reason: string } | { action: 'reissue'; reason: string; name: string }

/** Revokes, restores or replaces one certificate. */
export const useChangeCertificate = (certificateId: number) => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (change: Change) => {
      const params = { certificateId }
      if (change.action === 'reissue')
        return authedCall(reissueCertificate, { params, body: { name: change.name, reason: change.reason } })
      const spec = change.action === 'revoke' ? revokeCertificate : restoreCertificate
      return authedCall(spec, { params, body: { reason: change.reason } })
    },
    onSuccess: refresh,
  })
}

export const useSaveRule = (subject: Subject) => {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { rule: CertificateRule; version: number }) =>
      authedCall(saveRule, { params: { ...subject }, body }),
    onSuccess: refresh,
  })
}

/** So many at a time: the progress moves, and what was issued stays when the connection breaks. */
const BULK_STEP = 25

/** Issues in steps. A repeat issues nothing twice. */
export const useIssueBulk = (subject: Subject) => {
  const refresh = useRefresh()
  const [done, setDone] = useState(0)
  const mutation = useMutation({
    mutationFn: async (userIds: number[]) => {
      let issued = 0
      for (let from = 0; from < userIds.length; from += BULK_STEP) {
        const user_ids = userIds.slice(from, from + BULK_STEP)
        issued += (await authedCall(issueBulk, { params: { ...subject }, body: { user_ids } })).issued
        setDone(from + user_ids.length)
      }
      return { issued }
    },
    onMutate: () => setDone(0),
    onSettled: refresh,
  })
  return { ...mutation, done }
}
