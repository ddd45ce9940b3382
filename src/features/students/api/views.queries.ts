import { queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { createView, deleteView, listViews, saveView } from '#contract/students/views.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const viewKeys = { all: ['student-views'] as const }

/** One's own views, and for admins those that others share. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: viewKeys.all,
    queryFn: ({ signal }) => authedCall(listViews, { signal }),
    staleTime: 0,
  })

export const addView = (body: BodyOf<typeof createView>) => authedCall(createView, { body })

export const changeView = ({ id, ...body }: BodyOf<typeof saveView> & { id: number }) =>
  authedCall(saveView, { params: { viewId: id }, body })

export const removeView = (viewId: number) => authedCall(deleteView, { params: { viewId } })
