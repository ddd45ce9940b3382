import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { listProgrammes, publishProgramme, saveProgramme } from '#contract/money/admin-programmes.ts'
import type { ProgrammeSlug } from '#contract/money/programme-slugs.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

const KEY = ['edited-programmes'] as const

export const programmesQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => authedCall(listProgrammes, { signal }),
    staleTime: 0,
  })

const useReload = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: KEY })
}

export const useSaveProgramme = (programme: ProgrammeSlug) =>
  useMutation({
    mutationFn: (body: BodyInputOf<typeof saveProgramme>) =>
      authedCall(saveProgramme, { params: { programme }, body }),
    onSuccess: useReload(),
  })

export const usePublishProgramme = () =>
  useMutation({
    mutationFn: ({ programme, isPublished }: { programme: ProgrammeSlug; isPublished: boolean }) =>
      authedCall(publishProgramme, { params: { programme }, body: { is_published: isPublished } }),
    onSettled: useReload(),
  })
