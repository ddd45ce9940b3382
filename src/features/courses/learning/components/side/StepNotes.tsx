import { Suspense, type ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { useLessonSide } from './side-context.ts'

// No part of a lesson's first view: on wide screens its tab is closed, on others it is below the lesson.
const NotesPanel = lazyPart(async () => (await import('../notes/NotesPanel.tsx')).NotesPanel)

/** A step's notes in the panel beside the lesson. The step keeps their state, because notes refer to its content. */
export const StepNotes = (props: ComponentProps<typeof NotesPanel>) => {
  const side = useLessonSide()
  const panel = (
    <Suspense>
      <NotesPanel {...props} />
    </Suspense>
  )
  if (!side) return panel
  return side.notesPanel && createPortal(panel, side.notesPanel)
}
