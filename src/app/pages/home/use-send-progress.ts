import { useEffect } from 'react'
import { sendKeptProgress } from '#src/features/courses/learning/index.ts'
import { useCourseChanges } from '#src/features/courses/index.ts'

/** Sends progress from an earlier visit, and updates the home with it. */
export const useSendProgress = () => {
  const courseChanged = useCourseChanges()
  useEffect(() => {
    const sending = sendKeptProgress(() => void courseChanged({ type: 'keptProgress' }))
    return () => void sending.then((stop) => stop())
  }, [courseChanged])
}
