import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { boardTopic, SCHEDULE_TOPIC } from '#contract/notifications/live.ts'
import { watchTopic } from '#src/core/live/topics.ts'
import { sheetKeys } from './sheets.queries.ts'

/** Fetches the board again when the bell's stream says that somebody came in, or that the session changed. */
export const useBoardUpdates = (sessionId: number) => {
  const client = useQueryClient()
  useEffect(() => {
    const fetchBoard = () => void client.invalidateQueries({ queryKey: sheetKeys.board(sessionId) })
    // The first word of the stream counts too: somebody may have come in before it listened.
    const people = watchTopic(boardTopic(sessionId), 0, fetchBoard)
    const schedule = watchTopic(SCHEDULE_TOPIC, 0, ({ came }) => {
      if (came.includes(sessionId)) fetchBoard()
    })
    return () => {
      people.stop()
      schedule.stop()
    }
  }, [client, sessionId])
}
