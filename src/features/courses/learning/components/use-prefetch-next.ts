import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TopicItem, TopicPage } from '#contract/courses/topic-page.ts'
import { topicQuery } from '../api/topic.queries.ts'
import { usePlayerContext } from '../context/player-context.ts'
import { prepare } from './steps.ts'

/** The shown lesson has the line for itself this long. */
const PREFETCH_AFTER_MS = 1_500
/** Read ahead this recently, it is not read ahead again. */
const FRESH_MS = 60_000

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

const prepareAll = (items: readonly TopicItem[]) => {
  for (const item of items) void prepare(item).catch(() => undefined)
}

/** Reads the next topic while the shown one is being learned, and prepares the steps of both. */
export const usePrefetchNext = (courseId: number, page: TopicPage) => {
  const cache = useQueryClient()
  const desk = usePlayerContext()
  const next = page.next?.topic_id ?? null
  const { items } = page
  useEffect(() => {
    if (savesData()) return
    let left = false
    const timer = setTimeout(() => {
      prepareAll(items)
      // What comes after a free preview is closed to who only looks.
      if (next === null || desk.looking) return
      const query = topicQuery(courseId, next, desk)
      void cache.prefetchQuery({ ...query, staleTime: FRESH_MS }).then(() => {
        const ahead = cache.getQueryData<TopicPage>(query.queryKey)
        if (ahead && !left) prepareAll(ahead.items)
      })
    }, PREFETCH_AFTER_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [cache, desk, courseId, next, items])
}
