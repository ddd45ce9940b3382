import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { threadTopic } from '#contract/notifications/live.ts'
import { watchTopic } from '#src/core/live/topics.ts'
import { communityKeys, NO_NEWS } from '../api/community.queries.ts'
import { applyNews } from '../model/arrivals.ts'

const NONE: readonly number[] = []

/**
 * Ids of others' comments that arrived in a thread after `newestSeen` (null: not known yet), from live
 * updates.
 */
export const useLiveArrivals = (threadId: number, newestSeen: number | null) => {
  const client = useQueryClient()
  const [ids, setIds] = useState(NONE)
  const watch = useRef<ReturnType<typeof watchTopic> | null>(null)
  const latest = useRef(newestSeen)
  const isKnown = newestSeen !== null
  useEffect(() => {
    latest.current = newestSeen
    if (newestSeen !== null) watch.current?.seen(newestSeen)
  }, [newestSeen])
  useEffect(() => {
    if (!isKnown) return
    const topicWatch = watchTopic(threadTopic(threadId), latest.current ?? 0, (news) => {
      // A complete list: an earlier poll is older.
      if (news.whole) client.setQueryData(communityKeys.news(threadId), NO_NEWS)
      setIds((previous) => applyNews(previous, news))
    })
    watch.current = topicWatch
    return () => {
      watch.current = null
      topicWatch.stop()
    }
  }, [threadId, isKnown, client])
  return {
    ids,
    /** Whether live updates are running, so that polling is not needed. */
    isStreamed: useCallback(() => watch.current?.isStreamed() ?? false, []),
  }
}
