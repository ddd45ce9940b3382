import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDragSort } from '../../hooks/use-drag-sort.ts'
import {
  dropPlace,
  markOf,
  refOf,
  stepFrom,
  type NodeRef,
  type Place,
  type SectionLike,
} from '../../model/tree.ts'

type Options = {
  sections: readonly SectionLike[]
  onMove: (node: NodeRef, place: Place) => void
  onRemove: (node: NodeRef, name: string) => void
  addressOf: (node: NodeRef) => string
  titleOf: (node: NodeRef) => string
}

/** The same object as long as the page is: hundreds of lines hold it. */
export interface OutlineTools {
  handleProps: ReturnType<typeof useDragSort>['handleProps']
  addressOf: (node: NodeRef) => string
  mayStep: (node: NodeRef, way: 'up' | 'down') => boolean
  step: (node: NodeRef, way: 'up' | 'down', name: string) => void
  remove: (node: NodeRef, name: string) => void
}

/** What can be done to the lines of the outline, by pointer and by keys, and what a screen reader hears of it. */
export const useOutlineTools = (options: Options) => {
  const { sections, addressOf } = options
  const { t } = useTranslation('course-builder')
  const [said, setSaid] = useState('')
  /** The line that was moved last. */
  const [moved, setMoved] = useState<string | null>(null)
  const focusAfter = useRef<string | null>(null)
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })

  // A moved line may be a new element: the focus follows it, so that pressing on moves on.
  useEffect(() => {
    const key = focusAfter.current
    if (!key) return
    focusAfter.current = null
    document.querySelector<HTMLElement>(`[data-grip="${key}"]`)?.focus()
  }, [sections])

  const move = useCallback(
    (node: NodeRef, place: Place, name: string) => {
      latest.current.onMove(node, place)
      setMoved(markOf(node))
      setSaid(t('outline.moved', { name, position: place.index + 1 }))
    },
    [t],
  )
  const { dragging, handleProps } = useDragSort({
    mayDrop: (source, { target, side }) => landing(sections, source, target, side) !== null,
    onDrop: (source, { target, side }) => {
      const found = landing(sections, source, target, side)
      if (found) move(found.node, found.place, options.titleOf(found.node))
    },
  })
  const tools = useMemo(
    (): OutlineTools => ({
      handleProps,
      addressOf,
      mayStep: (node, way) => stepFrom(latest.current.sections, node, way) !== null,
      step: (node, way, name) => {
        const place = stepFrom(latest.current.sections, node, way)
        if (!place) return setSaid(t(way === 'up' ? 'outline.first' : 'outline.last', { name }))
        focusAfter.current = markOf(node)
        move(node, place, name)
      },
      remove: (node, name) => latest.current.onRemove(node, name),
    }),
    [handleProps, addressOf, move, t],
  )
  return { tools, dragging, moved, said }
}

const landing = (
  sections: readonly SectionLike[],
  source: string,
  target: string,
  side: 'before' | 'after',
) => {
  const [node, other] = [refOf(source), refOf(target)]
  const place = node && other ? dropPlace(sections, node, other, side) : null
  return node && place ? { node, place } : null
}
