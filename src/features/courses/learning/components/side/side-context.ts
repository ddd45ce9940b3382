/** The panels beside the lesson (below it on narrow screens): a step puts its notes into one of them. */
import { createContext, use } from 'react'

export type SideTab = 'outline' | 'notes' | 'questions'

export interface LessonSide {
  /** The element of the notes' panel; null until it is mounted. */
  notesPanel: HTMLElement | null
  openTab: (tab: SideTab) => void
}

const LessonSideContext = createContext<LessonSide | null>(null)
export const LessonSideProvider = LessonSideContext.Provider
/** Null outside the player's page: the step shows its notes itself. */
export const useLessonSide = (): LessonSide | null => use(LessonSideContext)
