import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TopicPage } from '#contract/courses.ts'
import { topicQuery } from '../api/topic.queries.ts'
import { useDesk } from '../desk/desk.ts'

/** The shown lesson has the line for itself this long. */
const PREFETCH_AFTER_MS = 1_500
/** Read ahead this recently, it is not read ahead again. */
const FRESH_MS = 60_000

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Reads the next topic, and fetches the parts its steps need, while the shown one is being learned. */
export const usePrefetchNext = (courseId: number, page: TopicPage) => {
  const cache = useQueryClient()
  const desk = useDesk()
  const next = page.next?.topic_id ?? null
  const hasVideo = page.items.some((item) => item.type === 'video')
  const hasQuiz = page.items.some((item) => item.type === 'quiz')
  useEffect(() => {
    if (savesData()) return
    const timer = setTimeout(() => {
      if (hasVideo) void import('./video/VideoStep.tsx').catch(() => undefined)
      if (hasQuiz) void import('./quiz/QuizStep.tsx').catch(() => undefined)
      if (next !== null)
        void cache.prefetchQuery({ ...topicQuery(courseId, next, desk), staleTime: FRESH_MS })
    }, PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [cache, desk, courseId, next, hasVideo, hasQuiz])
}
