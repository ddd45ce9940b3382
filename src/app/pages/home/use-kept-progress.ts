import { useEffect } from 'react'
import { sendKeptProgress } from '#src/features/courses/learning/index.ts'
import { useCourseChanges } from '#src/features/courses/index.ts'

/** Progress kept from an earlier visit reaches the server now, and then the home counts it. */
export const useKeptProgress = () => {
  const courseChanged = useCourseChanges()
  useEffect(() => {
    const sending = sendKeptProgress(() => void courseChanged({ type: 'keptProgress' }))
    return () => void sending.then((stop) => stop())
  }, [courseChanged])
}
