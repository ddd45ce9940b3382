import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  archiveAssessment,
  createAssessment,
  deleteAssessment,
  getAuthored,
  listAuthored,
  listRoadmapCourses,
  previewDraw,
  saveAssessment,
  setAssessmentStatus,
  type AssessmentStatus,
  type AuthoredAssessment,
} from '#contract/assessments/admin/authoring.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { ASSESSMENTS_PER_PAGE, type AuthoredFilters } from '../model/authored-filters.ts'
import { copyTexts } from '../model/copy-texts.ts'

export const authoringKeys = {
  all: ['assessment-authoring'] as const,
  list: (filters: AuthoredFilters) => ['assessment-authoring', 'list', filters] as const,
  one: (id: number) => ['assessment-authoring', 'one', id] as const,
  preview: (id: number, revision: number, seed: string) =>
    ['assessment-authoring', 'preview', id, revision, seed] as const,
  courses: ['assessment-authoring', 'courses'] as const,
}

export const authoredListQuery = (filters: AuthoredFilters) =>
  queryOptions({
    queryKey: authoringKeys.list(filters),
    queryFn: ({ signal }) =>
      authedCall(listAuthored, {
        query: {
          search: filters.search.trim(),
          status: filters.status ?? undefined,
          page: filters.page,
          page_size: ASSESSMENTS_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const authoredQuery = (assessmentId: number) =>
  queryOptions({
    queryKey: authoringKeys.one(assessmentId),
    queryFn: ({ signal }) => authedCall(getAuthored, { params: { assessmentId }, signal }),
    staleTime: 0,
  })

export const previewQuery = (assessmentId: number, revision: number, seed: string) =>
  queryOptions({
    queryKey: authoringKeys.preview(assessmentId, revision, seed),
    queryFn: ({ signal }) => authedCall(previewDraw, { params: { assessmentId }, query: { seed }, signal }),
    select: ({ questions }) => questions,
    placeholderData: keepPreviousData,
  })

export const roadmapCoursesQuery = () =>
  queryOptions({
    queryKey: authoringKeys.courses,
    queryFn: ({ signal }) => authedCall(listRoadmapCourses, { signal }),
    select: ({ results }) => results,
  })

/** The response holds the whole assessment: cache it and refetch the lists. */
const useCacheAssessment = () => {
  const queryClient = useQueryClient()
  return async (assessment: AuthoredAssessment) => {
    queryClient.setQueryData(authoringKeys.one(assessment.id), assessment)
    await queryClient.invalidateQueries({ queryKey: [...authoringKeys.all, 'list'] })
  }
}

export const useCreateAssessment = () => {
  const cacheAssessment = useCacheAssessment()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof createAssessment>) => authedCall(createAssessment, { body }),
    onSuccess: cacheAssessment,
  })
}

export const useSaveAssessment = (assessmentId: number) => {
  const queryClient = useQueryClient()
  const cacheAssessment = useCacheAssessment()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof saveAssessment>) =>
      authedCall(saveAssessment, { params: { assessmentId }, body }),
    onSuccess: cacheAssessment,
    // Somebody else may have saved a newer revision: fetch it.
    onError: () => queryClient.invalidateQueries({ queryKey: authoringKeys.one(assessmentId) }),
  })
}

export const useAssessmentStatus = (assessmentId: number) => {
  const queryClient = useQueryClient()
  const cacheAssessment = useCacheAssessment()
  return useMutation({
    mutationFn: (status: AssessmentStatus) =>
      authedCall(setAssessmentStatus, { params: { assessmentId }, body: { status } }),
    onSuccess: cacheAssessment,
    onError: () => queryClient.invalidateQueries({ queryKey: authoringKeys.one(assessmentId) }),
  })
}

/** Archives an assessment or restores it. */
export const useArchive = () => {
  const cacheAssessment = useCacheAssessment()
  return useMutation({
    mutationFn: ({ id, archived }: { id: number; archived: boolean }) =>
      authedCall(archiveAssessment, { params: { assessmentId: id }, body: { archived } }),
    onSuccess: cacheAssessment,
  })
}

export const useDeleteAssessment = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => authedCall(deleteAssessment, { params: { assessmentId: id } }),
    onSuccess: async (_done, id) => {
      queryClient.removeQueries({ queryKey: authoringKeys.one(id) })
      await queryClient.invalidateQueries({ queryKey: [...authoringKeys.all, 'list'] })
    },
  })
}

/** Creates an inactive copy whose titles say that it is one. */
export const useDuplicate = () => {
  const cacheAssessment = useCacheAssessment()
  return useMutation({
    mutationFn: async ({ id, key }: { id: number; key: string }) => {
      const { settings } = await authedCall(getAuthored, { params: { assessmentId: id } })
      const body = { ...settings, texts: copyTexts(settings.texts), idempotency_key: key }
      return authedCall(createAssessment, { body })
    },
    onSuccess: cacheAssessment,
  })
}
