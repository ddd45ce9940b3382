/** Turning the page inside a course: where to, and whether the router has arrived. */
import { createContext, use } from 'react'

export interface Place {
  topicId: number
  /** Null: the topic's first open step. */
  itemId: number | null
}
export type Turn = (to: string, place: Place) => void

const TurnContext = createContext<Turn>((to) => window.location.assign(to))
export const TurnProvider = TurnContext.Provider
/** Goes to another place of the course. */
export const useTurn = (): Turn => use(TurnContext)

const SettledContext = createContext(true)
export const SettledProvider = SettledContext.Provider
/** False while the router is still on its way to what is shown: it will put the view at the top once more. */
export const useSettled = (): boolean => use(SettledContext)
