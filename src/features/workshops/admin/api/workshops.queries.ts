import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  createWorkshop,
  getWorkshop,
  getWorkshopOptions,
  listWorkshops,
  saveWorkshop,
  setWorkshopState,
  uploadWorkshopCover,
  type WorkshopDraft,
} from '#contract/workshops/manage.ts'
import {
  changeRegistrations,
  exportRegistrations,
  getSavedViews,
  listRegistrations,
  mailRegistrations,
  saveViews,
  type RegistrationAction,
  type SavedView,
} from '#contract/workshops/registrations.ts'
import type { WorkshopDecision } from '#contract/workshops/shapes.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { RegistrationFilters, WorkshopFilters } from '../model/filters.ts'

export const workshopKeys = {
  all: ['workshops'] as const,
  list: (filter: WorkshopFilters) => ['workshops', 'list', filter] as const,
  choices: ['workshops', 'choices'] as const,
  one: (id: number) => ['workshops', 'one', id] as const,
  options: ['workshops', 'options'] as const,
  registrations: (filter: RegistrationFilters) => ['workshops', 'registrations', filter] as const,
  views: ['workshops', 'views'] as const,
}

export const WORKSHOPS_PER_PAGE = 12
export const REGISTRATIONS_PER_PAGE = 25
/** More workshops than these are found by their card, not by the filter. */
const CHOICES_MAX = 100

export const workshopListQuery = (filter: WorkshopFilters) =>
  queryOptions({
    queryKey: workshopKeys.list(filter),
    queryFn: ({ signal }) =>
      authedCall(listWorkshops, { query: { ...filter, page_size: WORKSHOPS_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** For the filter by workshop. */
export const workshopChoicesQuery = () =>
  queryOptions({
    queryKey: workshopKeys.choices,
    queryFn: ({ signal }) => authedCall(listWorkshops, { query: { page_size: CHOICES_MAX }, signal }),
    select: ({ results }) => results.map(({ id, title }) => ({ id, title })),
  })

export const workshopQuery = (workshopId: number) =>
  queryOptions({
    queryKey: workshopKeys.one(workshopId),
    queryFn: ({ signal }) => authedCall(getWorkshop, { params: { workshopId }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const workshopOptionsQuery = () =>
  queryOptions({
    queryKey: workshopKeys.options,
    queryFn: ({ signal }) => authedCall(getWorkshopOptions, { signal }),
  })

const asked = ({ workshop, ...filter }: RegistrationFilters) => ({
  ...filter,
  workshop: workshop ?? undefined,
})

export const registrationsQuery = (filter: RegistrationFilters) =>
  queryOptions({
    queryKey: workshopKeys.registrations(filter),
    queryFn: ({ signal }) =>
      authedCall(listRegistrations, {
        query: { ...asked(filter), page_size: REGISTRATIONS_PER_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const savedViewsQuery = () =>
  queryOptions({
    queryKey: workshopKeys.views,
    queryFn: ({ signal }) => authedCall(getSavedViews, { signal }),
  })

export const storeViews = (views: SavedView[]) => authedCall(saveViews, { body: { views } })

export const exportFile = (filter: RegistrationFilters) => {
  const { page: _page, ...rest } = asked(filter)
  return authedCall(exportRegistrations, { query: rest })
}

export const addWorkshop = (draft: WorkshopDraft, key: string) =>
  authedCall(createWorkshop, { body: { ...draft, idempotency_key: key } })

export const storeWorkshop = (workshopId: number, draft: WorkshopDraft, version: number) =>
  authedCall(saveWorkshop, { params: { workshopId }, body: { ...draft, version } })

export const decideState = (workshopId: number, state: WorkshopDecision) =>
  authedCall(setWorkshopState, { params: { workshopId }, body: { state } })

export const storeCover = (data: string) => authedCall(uploadWorkshopCover, { body: { data } })

export const act = (ids: number[], action: RegistrationAction, courseId: number | null) =>
  authedCall(changeRegistrations, { body: { ids, action, course_id: courseId } })

export const sendMail = (mail: { ids: number[]; subject: string; text: string; idempotency_key: string }) =>
  authedCall(mailRegistrations, { body: mail })
