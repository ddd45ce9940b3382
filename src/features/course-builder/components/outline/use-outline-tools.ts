import { useEffect, useRef, useState } from 'react'
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

export type OutlineTools = ReturnType<typeof useOutlineTools>['tools']

/** What can be done to the lines of the outline, by pointer and by keys, and what a screen reader hears of it. */
export const useOutlineTools = ({ sections, onMove, onRemove, addressOf, titleOf }: Options) => {
  const { t } = useTranslation('course-builder')
  const [said, setSaid] = useState('')
  const focusAfter = useRef<string | null>(null)

  // A moved line may be a new element: the focus follows it, so that pressing on moves on.
  useEffect(() => {
    const key = focusAfter.current
    if (!key) return
    focusAfter.current = null
    document.querySelector<HTMLElement>(`[data-grip="${key}"]`)?.focus()
  }, [sections])

  const move = (node: NodeRef, place: Place, name: string) => {
    onMove(node, place)
    setSaid(t('outline.moved', { name, position: place.index + 1 }))
  }
  const sort = useDragSort({
    mayDrop: (source, { target, side }) => landing(sections, source, target, side) !== null,
    onDrop: (source, { target, side }) => {
      const found = landing(sections, source, target, side)
      if (found) move(found.node, found.place, titleOf(found.node))
    },
  })
  const tools = {
    sort,
    addressOf,
    mayStep: (node: NodeRef, way: 'up' | 'down') => stepFrom(sections, node, way) !== null,
    step: (node: NodeRef, way: 'up' | 'down', name: string) => {
      const place = stepFrom(sections, node, way)
      if (!place) return setSaid(t(way === 'up' ? 'outline.first' : 'outline.last', { name }))
      focusAfter.current = markOf(node)
      move(node, place, name)
    },
    remove: onRemove,
  }
  return { tools, said }
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
