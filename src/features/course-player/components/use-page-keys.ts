import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { pageTurn } from '../model/page-keys.ts'

/** Arrow keys turn the pages, in the direction of the script. */
export const usePageKeys = (previous: string | null, next: string | null) => {
  const navigate = useNavigate()
  const turn = useEffectEvent((event: KeyboardEvent) => {
    const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
    const way = pageTurn(event, direction)
    const target = way === 'next' ? next : way === 'previous' ? previous : null
    if (target === null) return
    event.preventDefault()
    void navigate(target)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => turn(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
