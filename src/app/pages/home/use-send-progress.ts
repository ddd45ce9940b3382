import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendKeptProgress } from '#src/features/courses/learning/index.ts'
import { learningHomeKeys } from '#src/features/courses/index.ts'

/** Sends progress from an earlier visit, and updates the home with it. */
export const useSendProgress = () => {
  const cache = useQueryClient()
  useEffect(() => {
    const sending = sendKeptProgress(() => void cache.invalidateQueries({ queryKey: learningHomeKeys.all }))
    return () => void sending.then((stop) => stop())
  }, [cache])
}
