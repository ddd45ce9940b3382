import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '../after-paint.ts'

/**
 * How many of a long list are drawn: a screenful at once, the others a screenful a frame, so that hundreds of lines
 * keep neither the page nor what is pressed in it waiting. What was drawn stays.
 */
export const useGrowing = (total: number, step: number): number => {
  const [count, setCount] = useState(step)
  const due = count < total
  useEffect(() => {
    if (!due) return
    let wanted = true
    afterPaint(() => {
      if (wanted) startTransition(() => setCount(count + step))
    })
    return () => {
      wanted = false
    }
  }, [count, due, step])
  return Math.min(count, total)
}
