import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { TopicPage } from '#contract/courses/courses.ts'
import { topicQuery } from '../api/topic.queries.ts'
import { usePlayerContext } from '../context/player-context.ts'
import { currentItem } from '../model/lesson.ts'
import { isPrepared } from './steps.ts'
import type { Place, Turn } from './turn-context.ts'

interface Ahead extends Place {
  /** The entry of the history that it was turned from: at any other one the router has arrived somewhere. */
  from: string
}

/**
 * Which place of the course is shown. The router changes places in a transition, in small pieces and with everything
 * around the lesson, which on a slow phone takes several times as long as the lesson itself. What was read ahead is
 * therefore shown first, in a task of its own, and the router follows.
 */
export const useTurnedPlace = (courseId: number | null, topicId: number | null) => {
  const { key: here } = useLocation()
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const desk = usePlayerContext()
  const [ahead, setAhead] = useState<Ahead | null>(null)
  const turned = ahead?.from === here ? ahead : null
  // Back at the entry it was turned from, it must not be shown again.
  if (ahead && !turned) setAhead(null)

  const isReady = ({ topicId: wanted, itemId }: Place): boolean => {
    const page = cache.getQueryData<TopicPage>(topicQuery(courseId ?? 0, wanted, desk).queryKey)
    const item = page && currentItem(page.items, nameOf(itemId))
    return item != null && isPrepared(item)
  }
  const go = useRef<Turn>(() => undefined)
  useEffect(() => {
    go.current = (to, place) => {
      if (!isReady(place)) return void navigate(to)
      // Out of the press: its handlers end at once, and effects of the new lesson wait until it is painted.
      setTimeout(() => {
        setAhead({ ...place, from: here })
        void navigate(to)
      })
    }
  })
  useLayoutEffect(() => {
    if (turned) window.scrollTo(0, 0)
  }, [turned])
  return {
    topicId: turned?.topicId ?? topicId,
    /** The step that was asked for. */
    asked: turned ? nameOf(turned.itemId) : address.get('item'),
    settled: turned === null,
    turn: useCallback<Turn>((to, place) => go.current(to, place), []),
  }
}

const nameOf = (itemId: number | null): string | null => (itemId === null ? null : String(itemId))
