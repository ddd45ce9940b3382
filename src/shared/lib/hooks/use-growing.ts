import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '../after-paint.ts'

/**
 * How many rows of a long list to render: `first` at once, then `step` more after each frame. Hundreds of rows
 * would block the page and the presses in it. The number never shrinks.
 */
export const useGrowing = (total: number, step: number, first = step): number => {
  const [count, setCount] = useState(first)
  const isIncomplete = count < total
  useEffect(() => {
    if (!isIncomplete) return
    let isCurrent = true
    afterPaint(() => {
      if (isCurrent) startTransition(() => setCount(count + step))
    })
    return () => {
      isCurrent = false
    }
  }, [count, isIncomplete, step])
  return Math.min(count, total)
}
