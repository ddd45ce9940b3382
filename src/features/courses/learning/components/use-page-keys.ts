import { useEffect, useEffectEvent } from 'react'
import type { Neighbour } from '../model/lesson.ts'
import { pageTurn } from '../model/page-keys.ts'
import { useTurn } from './turn-context.ts'

/** Arrow keys turn the pages, in the direction of the script. */
export const usePageKeys = (
  { previous, next }: { previous: Neighbour | null; next: Neighbour | null },
  linkTo: (place: Neighbour) => string,
) => {
  const turnTo = useTurn()
  const turn = useEffectEvent((event: KeyboardEvent) => {
    const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
    const way = pageTurn(event, direction)
    const target = way === 'next' ? next : way === 'previous' ? previous : null
    if (target === null) return
    event.preventDefault()
    turnTo(linkTo(target), target)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => turn(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
