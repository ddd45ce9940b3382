import { useLayoutEffect, useRef, useState } from 'react'
import type { TopicItem } from '#contract/courses/topic-page.ts'
import { currentItem } from '../model/lesson.ts'

/** The requested step. Without one it keeps the shown one when it completes: it is no longer the first open one then. */
export const useShownStep = (items: readonly TopicItem[], requestedItem: string | null) => {
  const item = currentItem(items, requestedItem)
  const [stepId, setStepId] = useState(item?.id ?? null)
  const shown = requestedItem ? item : (items.find((candidate) => candidate.id === stepId) ?? item)
  if (shown && shown.id !== stepId) setStepId(shown.id)
  return shown
}

/** Moves the focus to the title when another step is shown, so that screen readers announce it. */
export const useStepFocus = (stepId: number | null) => {
  const title = useRef<HTMLHeadingElement>(null)
  const previous = useRef(stepId)
  useLayoutEffect(() => {
    if (previous.current === stepId) return
    previous.current = stepId
    title.current?.focus({ preventScroll: true })
  }, [stepId])
  return title
}

/** The id of the shown item once it completes while it is shown. */
export const useCompletedHere = (item: TopicItem | null): number | null => {
  const [opened, setOpened] = useState({ id: item?.id ?? null, wasOpen: item?.state !== 'completed' })
  const id = item?.id ?? null
  if (opened.id !== id) setOpened({ id, wasOpen: item?.state !== 'completed' })
  return opened.id === id && opened.wasOpen && item?.state === 'completed' ? id : null
}
