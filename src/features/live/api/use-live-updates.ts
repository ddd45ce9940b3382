import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SCHEDULE_TOPIC } from '#contract/notifications/live.ts'
import { watchTopic } from '#src/core/live/topics.ts'
import { liveKeys } from './live.queries.ts'

/** Everybody hears of a change at once: their requests spread over this time. */
const SPREAD_MS = 1500

/** Fetches schedule and recordings again when the bell's stream says that a session changed. */
export const useLiveUpdates = () => {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // Also the first word of the stream: what changed between the page's request and this moment was missed.
    const topic = watchTopic(SCHEDULE_TOPIC, 0, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        void client.invalidateQueries({ queryKey: liveKeys.schedules })
        void client.invalidateQueries({ queryKey: liveKeys.allPast })
      }, Math.random() * SPREAD_MS)
    })
    return () => {
      clearTimeout(timer)
      topic.stop()
    }
  }, [client])
}
