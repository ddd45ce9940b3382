import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TopicItem, TopicPage } from '#contract/courses.ts'
import { cleanHtml } from '#src/shared/lib/clean-html.ts'
import { topicQuery } from '../api/topic.queries.ts'
import { useDesk } from '../desk/desk.ts'

/** The shown lesson has the line for itself this long. */
const PREFETCH_AFTER_MS = 1_500
/** Read ahead this recently, it is not read ahead again. */
const FRESH_MS = 60_000

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** What a step needs beside its data: its part of the player, or its words cleaned, so that turning the page shows them. */
const prepare = (item: TopicItem): Promise<unknown> => {
  switch (item.type) {
    case 'article':
      return cleanHtml(item.html, 'article')
    case 'video':
      return import('./video/VideoStep.tsx')
    case 'quiz':
      return import('./quiz/QuizStep.tsx')
    case 'problem':
      return import('./problem/ProblemStep.tsx')
  }
}
const prepareAll = (items: readonly TopicItem[]) => {
  for (const item of items) void prepare(item).catch(() => undefined)
}

/** Reads the next topic while the shown one is being learned, and prepares the steps of both. */
export const usePrefetchNext = (courseId: number, page: TopicPage) => {
  const cache = useQueryClient()
  const desk = useDesk()
  const next = page.next?.topic_id ?? null
  const { items } = page
  useEffect(() => {
    if (savesData()) return
    let left = false
    const timer = setTimeout(() => {
      prepareAll(items)
      if (next === null) return
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
