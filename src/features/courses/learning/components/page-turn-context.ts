/** Turning the page inside a course: where to, and whether the router has arrived. */
import { createContext, use } from 'react'

export interface PlayerPosition {
  topicId: number
  /** Null stands for the topic's first open step. */
  itemId: number | null
}
export type TurnPage = (to: string, position: PlayerPosition) => void

const PageTurnContext = createContext<TurnPage>((to) => window.location.assign(to))
export const PageTurnProvider = PageTurnContext.Provider
/** Turns the page to another position in the course. */
export const usePageTurn = (): TurnPage => use(PageTurnContext)

const RouteSettledContext = createContext(true)
export const RouteSettledProvider = RouteSettledContext.Provider
/** False while the router still navigates to the shown position: it will scroll to the top once more. */
export const useIsRouteSettled = (): boolean => use(RouteSettledContext)
