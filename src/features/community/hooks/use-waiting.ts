import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { communityKeys } from '../api/community.queries.ts'
import { postQueue, queuedPosts } from '../api/live-posts.ts'
import type { Queued } from '../model/queued-posts.ts'

export type QueuedPost = Extract<Queued, { kind: 'thread' | 'comment' }>
export interface WaitingPost {
  entry: QueuedPost
  /** The server has it, and the list that it belongs to is being read. */
  arrived: boolean
}

const isPost = (entry: Queued): entry is QueuedPost => entry.kind === 'thread' || entry.kind === 'comment'

/** Everything where it will stand from now on. */
const reread = (client: QueryClient, entry: QueuedPost) =>
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

interface Arrived {
  entry: QueuedPost
  id: number | null
}

/**
 * Posts of this person that wait on the device, where `belongs` says so. One that has arrived stays until the server's own
 * row is in `there`, so that it is neither missing nor shown twice.
 */
export const useWaiting = (belongs: (entry: QueuedPost) => boolean, there: readonly number[]) => {
  const client = useQueryClient()
  const [entries, setEntries] = useState(() => queuedPosts())
  const [arrived, setArrived] = useState<readonly Arrived[]>([])
  useEffect(() => {
    const queue = postQueue()
    const changed = () => setEntries(queuedPosts())
    void queue.ready().then(changed)
    return queue.subscribe({
      changed,
      accepted: (answer, sent) => {
        changed()
        const entry = { ...sent, since: Date.now(), refused: null }
        if (!isPost(entry)) return
        const one = { entry, id: (answer as { id?: number } | null)?.id ?? null }
        setArrived((all) => [...all, one])
        void reread(client, entry).finally(() => setArrived((all) => all.filter((other) => other !== one)))
      },
    })
  }, [client])
  const posts: WaitingPost[] = [
    ...arrived
      .filter(({ id }) => id === null || !there.includes(id))
      .map(({ entry }) => ({ entry, arrived: true })),
    ...entries.filter(isPost).map((entry) => ({ entry, arrived: false })),
  ].filter(({ entry }) => belongs(entry))
  return {
    posts,
    again: (id: string) => void postQueue().retry(id),
    discard: (id: string) => void postQueue().discard(id),
  }
}
export type WaitingPosts = ReturnType<typeof useWaiting>
