/** The same thread may stand in several cached lists and on its own page: all copies change together. */
import type { QueryClient } from '@tanstack/react-query'
import type { Page } from '../model/answers.ts'
import type { Thread } from '../model/posts.ts'
import { communityKeys } from './community.queries.ts'

type Change = (thread: Thread) => Thread

const inPage = (id: number, change: Change) => (page: Page<Thread> | undefined) =>
  page && { ...page, results: page.results.map((thread) => (thread.id === id ? change(thread) : thread)) }

export const changeThread = (client: QueryClient, id: number, change: Change) => {
  client.setQueriesData<Page<Thread>>({ queryKey: communityKeys.lists }, inPage(id, change))
  client.setQueryData<Thread | null>(communityKeys.thread(id), (thread) => (thread ? change(thread) : thread))
}

/** Reads in flight would overwrite what was changed at the touch. */
export const pauseThreadReads = (client: QueryClient, id: number) =>
  Promise.all([
    client.cancelQueries({ queryKey: communityKeys.lists }),
    client.cancelQueries({ queryKey: communityKeys.thread(id) }),
  ])

/** Counts and order may have changed for others too. */
export const rereadThread = (client: QueryClient, id: number) =>
  Promise.all([
    client.invalidateQueries({ queryKey: communityKeys.lists }),
    client.invalidateQueries({ queryKey: communityKeys.thread(id) }),
  ])

/** The thread as any copy has it. */
export const knownThread = (client: QueryClient, id: number): Thread | undefined => {
  const own = client.getQueryData<Thread | null>(communityKeys.thread(id))
  if (own) return own
  const lists = client.getQueriesData<Page<Thread>>({ queryKey: communityKeys.lists })
  return lists.flatMap(([, page]) => page?.results ?? []).find((thread) => thread.id === id)
}
