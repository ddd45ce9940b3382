import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendKeptProgress } from '#src/features/courses/learning/index.ts'
import { learningHomeKeys } from '#src/features/courses/index.ts'

/** Progress kept from an earlier visit reaches the server now, and then the home counts it. */
export const useKeptProgress = () => {
  const cache = useQueryClient()
  useEffect(() => {
    const sending = sendKeptProgress(() => void cache.invalidateQueries({ queryKey: learningHomeKeys.all }))
    return () => void sending.then((stop) => stop())
  }, [cache])
}
