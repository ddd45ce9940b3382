/** One thread can be in several cached lists and on its own page: all copies change together. */
import type { QueryClient } from '@tanstack/react-query'
import type { Page } from '../model/answers.ts'
import type { Thread } from '../model/posts.ts'
import { communityKeys } from './community.queries.ts'

type Change = (thread: Thread) => Thread

const updateIn = (id: number, change: Change) => (page: Page<Thread> | undefined) =>
  page && { ...page, results: page.results.map((thread) => (thread.id === id ? change(thread) : thread)) }

export const updateThreadCache = (client: QueryClient, id: number, change: Change) => {
  client.setQueriesData<Page<Thread>>({ queryKey: communityKeys.lists }, updateIn(id, change))
  client.setQueryData<Thread | null>(communityKeys.thread(id), (thread) => (thread ? change(thread) : thread))
}

/** Cancels running reads: they would overwrite the optimistic change. */
export const pauseThreadReads = (client: QueryClient, id: number) =>
  Promise.all([
    client.cancelQueries({ queryKey: communityKeys.lists }),
    client.cancelQueries({ queryKey: communityKeys.thread(id) }),
  ])

/** Refetches the thread and the lists: counts and order may have changed. */
export const refetchThread = (client: QueryClient, id: number) =>
  Promise.all([
    client.invalidateQueries({ queryKey: communityKeys.lists }),
    client.invalidateQueries({ queryKey: communityKeys.thread(id) }),
  ])

/** The thread from any cached copy. */
export const cachedThread = (client: QueryClient, id: number): Thread | undefined => {
  const detail = client.getQueryData<Thread | null>(communityKeys.thread(id))
  if (detail) return detail
  const lists = client.getQueriesData<Page<Thread>>({ queryKey: communityKeys.lists })
  return lists.flatMap(([, page]) => page?.results ?? []).find((thread) => thread.id === id)
}
