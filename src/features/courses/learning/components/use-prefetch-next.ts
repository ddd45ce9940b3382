import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TopicItem, TopicPage } from '#contract/courses/topic-page.ts'
import { topicQuery } from '../api/topic.queries.ts'
import { usePlayerContext } from '../context/player-context.ts'
import { prepareStep } from './steps.ts'

/** Leaves the connection to the shown lesson for this long. */
const PREFETCH_DELAY_MS = 1_500
/** A prefetched topic is not prefetched again within this time. */
const STALE_TIME_MS = 60_000

const shouldSaveData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

const prepareAll = (items: readonly TopicItem[]) => {
  for (const item of items) void prepareStep(item).catch(() => undefined)
}

/** Prefetches the next topic and prepares the steps of both topics. */
export const usePrefetchNext = (courseId: number, page: TopicPage) => {
  const cache = useQueryClient()
  const player = usePlayerContext()
  const next = page.next?.topic_id ?? null
  const { items } = page
  useEffect(() => {
    if (shouldSaveData()) return
    let isUnmounted = false
    const timer = setTimeout(() => {
      prepareAll(items)
      // Without enrolment the next topic may be locked.
      if (next === null || player.isReadOnly) return
      const query = topicQuery(courseId, next, player)
      void cache.prefetchQuery({ ...query, staleTime: STALE_TIME_MS }).then(() => {
        const nextPage = cache.getQueryData<TopicPage>(query.queryKey)
        if (nextPage && !isUnmounted) prepareAll(nextPage.items)
      })
    }, PREFETCH_DELAY_MS)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [cache, player, courseId, next, items])
}
