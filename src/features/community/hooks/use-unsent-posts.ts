import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { communityKeys } from '../api/community.queries.ts'
import { postQueue } from '../api/live-posts.ts'
import type { Queued } from '../model/post-queue.ts'

export type QueuedPost = Extract<Queued, { kind: 'thread' | 'comment' }>
export interface UnsentPost {
  entry: QueuedPost
  /** The server has accepted it, and the list that it belongs to is refetching. */
  isSent: boolean
}

const isPost = (entry: Queued): entry is QueuedPost => entry.kind === 'thread' || entry.kind === 'comment'

/** Refetches everything that will contain the post. */
const refetch = (client: QueryClient, entry: QueuedPost) =>
  Promise.all([
    client.invalidateQueries({ queryKey: communityKeys.lists }),
    client.invalidateQueries({ queryKey: communityKeys.lessons }),
    ...(entry.kind === 'comment'
      ? [
          client.invalidateQueries({ queryKey: communityKeys.comments(entry.threadId) }),
          client.invalidateQueries({ queryKey: communityKeys.thread(entry.threadId) }),
        ]
      : []),
  ])

interface SentPost {
  entry: QueuedPost
  id: number | null
}

/**
 * The person's unsent posts for which `belongs` is true. A sent post stays until the server's row is in
 * `loadedIds`, so that it is neither missing nor shown twice.
 */
export const useUnsentPosts = (belongs: (entry: QueuedPost) => boolean, loadedIds: readonly number[]) => {
  const client = useQueryClient()
  const [entries, setEntries] = useState(() => postQueue().entries())
  const [sentPosts, setSentPosts] = useState<readonly SentPost[]>([])
  useEffect(() => {
    const queue = postQueue()
    const update = () => setEntries(queue.entries())
    void queue.ready().then(update)
    return queue.subscribe((sent, answer) => {
      update()
      if (!sent || !isPost(sent)) return
      const sentPost = { entry: sent, id: (answer as { id?: number } | null)?.id ?? null }
      setSentPosts((all) => [...all, sentPost])
      void refetch(client, sent).finally(() =>
        setSentPosts((all) => all.filter((other) => other !== sentPost)),
      )
    })
  }, [client])
  const posts: UnsentPost[] = [
    ...sentPosts
      .filter(({ id }) => id === null || !loadedIds.includes(id))
      .map(({ entry }) => ({ entry, isSent: true })),
    ...entries.filter(isPost).map((entry) => ({ entry, isSent: false })),
  ].filter(({ entry }) => belongs(entry))
  return {
    posts,
    retry: (id: string) => void postQueue().again(id),
    discard: (id: string) => void postQueue().discard(id),
  }
}
export type UnsentPostList = ReturnType<typeof useUnsentPosts>
