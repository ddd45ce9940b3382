import { useEffect, useEffectEvent } from 'react'
import type { Neighbour } from '../model/lesson.ts'
import { pageTurnForKey } from '../model/page-keys.ts'
import { usePageTurn } from './use-page-turn-position.ts'

/** Turns pages with the arrow keys, in the reading direction. */
export const usePageKeys = (
  { previous, next }: { previous: Neighbour | null; next: Neighbour | null },
  linkTo: (target: Neighbour) => string,
) => {
  const turnTo = usePageTurn()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
    const pageTurn = pageTurnForKey(event, direction)
    const target = pageTurn === 'next' ? next : pageTurn === 'previous' ? previous : null
    if (target === null) return
    event.preventDefault()
    turnTo(linkTo(target), target)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
