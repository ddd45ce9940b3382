import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { threadTopic } from '#contract/notifications/live.ts'
import { watchTopic } from '#src/core/live/topics.ts'
import { communityKeys, NO_NEWS } from '../api/community.queries.ts'
import { afterNews } from '../model/arrivals.ts'

const NONE: readonly number[] = []

/** Ids of others' comments that came to a thread since the horizon, as they are told (null: not known yet). */
export const useLiveArrivals = (threadId: number, horizon: number | null) => {
  const client = useQueryClient()
  const [ids, setIds] = useState(NONE)
  const watch = useRef<ReturnType<typeof watchTopic> | null>(null)
  const latest = useRef(horizon)
  const known = horizon !== null
  useEffect(() => {
    latest.current = horizon
    if (horizon !== null) watch.current?.seen(horizon)
  }, [horizon])
  useEffect(() => {
    if (!known) return
    const mine = watchTopic(threadTopic(threadId), latest.current ?? 0, (news) => {
      // All of it: what was asked for before is older.
      if (news.whole) client.setQueryData(communityKeys.news(threadId), NO_NEWS)
      setIds((before) => afterNews(before, news))
    })
    watch.current = mine
    return () => {
      watch.current = null
      mine.stop()
    }
  }, [threadId, known, client])
  return {
    ids,
    /** Whether what comes is told at once, so that nobody has to ask. */
    isHeard: useCallback(() => watch.current?.isHeard() ?? false, []),
  }
}
