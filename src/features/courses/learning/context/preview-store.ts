/** Holds the state of one preview and tells the page when it changes. */
import type { CourseOutline } from '../model/lesson.ts'
import { advancePreview, initialPreview, type PreviewEvent, type PreviewState } from './preview-machine.ts'
import { outlineWithWork } from './preview-pages.ts'

const NO_ITEMS: readonly number[] = []

export interface PreviewStore {
  read: () => PreviewState
  dispatch: (event: PreviewEvent) => void
  outline: () => CourseOutline | null
  /** Ids of unfinished items in the topics loaded so far. */
  unfinished: () => readonly number[]
  subscribe: (changed: () => void) => () => void
}

export const createPreviewStore = (courseId: number): PreviewStore => {
  const listeners = new Set<() => void>()
  let state = initialPreview()
  // Derived once per change: useSyncExternalStore compares them by identity.
  let outline: CourseOutline | null = null
  let unfinished = NO_ITEMS
  return {
    read: () => state,
    dispatch: (event) => {
      state = advancePreview(state, event)
      outline = state.latest && { id: courseId, sections: outlineWithWork(state.work, state.latest) }
      unfinished = [...state.previews.values()].flatMap((loaded) => loaded.unfinished)
      for (const listener of listeners) listener()
    },
    outline: () => outline,
    unfinished: () => unfinished,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
