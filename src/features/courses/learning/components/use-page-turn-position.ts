import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { topicQuery } from '../api/topic.queries.ts'
import { usePlayerContext } from '../context/player-context.ts'
import { currentItem } from '../model/lesson.ts'
import { isStepPrepared } from './steps.ts'

export interface PlayerPosition {
  topicId: number
  /** Null stands for the topic's first open step. */
  itemId: number | null
}
type TurnPage = (to: string, position: PlayerPosition) => void
interface PendingTurn extends PlayerPosition {
  /** Key of the history entry that the page turn started at; at any other entry the router has navigated. */
  from: string
}

const PageTurnContext = createContext<TurnPage>((to) => window.location.assign(to))
export const PageTurnProvider = PageTurnContext.Provider
/** Turns the page to another position in the course. */
export const usePageTurn = (): TurnPage => use(PageTurnContext)

const RouteSettledContext = createContext(true)
export const RouteSettledProvider = RouteSettledContext.Provider
/** False while the router still navigates to the shown position: it will scroll to the top once more. */
export const useIsRouteSettled = (): boolean => use(RouteSettledContext)

/**
 * The position in the course that is shown. The router navigates in a transition that renders the whole page, which on
 * a slow phone takes several times as long as the lesson alone. A prefetched lesson is therefore shown first, in a
 * separate task, and the router follows.
 */
export const usePageTurnPosition = (courseId: number | null, topicId: number | null) => {
  const { key: historyKey } = useLocation()
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const player = usePlayerContext()
  const [pendingTurn, setPendingTurn] = useState<PendingTurn | null>(null)
  const activeTurn = pendingTurn?.from === historyKey ? pendingTurn : null
  // When Back returns to the entry it started at, the turn must not be shown again.
  if (pendingTurn && !activeTurn) setPendingTurn(null)

  const canShowNow = ({ topicId: targetTopicId, itemId }: PlayerPosition): boolean => {
    const page = cache.getQueryData<TopicPage>(topicQuery(courseId ?? 0, targetTopicId, player).queryKey)
    const item = page && currentItem(page.items, toItemParam(itemId))
    return item != null && isStepPrepared(item)
  }
  const turnPage = useRef<TurnPage>(() => undefined)
  useEffect(() => {
    turnPage.current = (to, position) => {
      if (!canShowNow(position)) return void navigate(to)
      // Outside the event handler, which ends at once; effects of the new lesson run after paint.
      setTimeout(() => {
        setPendingTurn({ ...position, from: historyKey })
        void navigate(to)
      })
    }
  })
  useLayoutEffect(() => {
    if (activeTurn) window.scrollTo(0, 0)
  }, [activeTurn])
  return {
    topicId: activeTurn?.topicId ?? topicId,
    /** The id of the requested step; null stands for the first open one. */
    requestedItem: activeTurn ? toItemParam(activeTurn.itemId) : searchParams.get('item'),
    isSettled: activeTurn === null,
    turnTo: useCallback<TurnPage>((to, position) => turnPage.current(to, position), []),
  }
}

const toItemParam = (itemId: number | null): string | null => (itemId === null ? null : String(itemId))
