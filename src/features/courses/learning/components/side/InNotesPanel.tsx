import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useLessonSide } from './side-context.ts'

/** Renders a step's notes in the panel beside the lesson. The step keeps their state, because notes refer to its content. */
export const InNotesPanel = ({ children }: { children: ReactNode }) => {
  const side = useLessonSide()
  if (!side) return children
  return side.notesPanel && createPortal(children, side.notesPanel)
}
