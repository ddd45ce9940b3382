import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDragSort } from '../../hooks/use-drag-sort.ts'
import {
  dropPosition,
  nodeIdOf,
  parseNodeId,
  stepPosition,
  type NodeRef,
  type NodePosition,
  type SectionLike,
} from '../../model/tree.ts'

type Options = {
  sections: readonly SectionLike[]
  onMove: (node: NodeRef, position: NodePosition) => void
  onRemove: (node: NodeRef, name: string) => void
  editorPath: (node: NodeRef) => string
  titleOf: (node: NodeRef) => string
}

/** Stays the same object for the life of the page, because hundreds of rows hold it. */
export interface OutlineTools {
  handleProps: ReturnType<typeof useDragSort>['handleProps']
  editorPath: (node: NodeRef) => string
  canStep: (node: NodeRef, direction: 'up' | 'down') => boolean
  step: (node: NodeRef, direction: 'up' | 'down', name: string) => void
  remove: (node: NodeRef, name: string) => void
}

/** Moving and removing outline nodes by pointer and keyboard, with announcements for screen readers. */
export const useOutlineTools = (options: Options) => {
  const { sections, editorPath } = options
  const { t } = useTranslation('course-builder')
  const [announcement, setAnnouncement] = useState('')
  /** The id of the node that was moved last. */
  const [lastMoved, setLastMoved] = useState<string | null>(null)
  const focusAfter = useRef<string | null>(null)
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })

  // A moved row may be a new element. Keep the focus on it, so that repeated key presses keep moving it.
  useEffect(() => {
    const key = focusAfter.current
    if (!key) return
    focusAfter.current = null
    document.querySelector<HTMLElement>(`[data-grip="${key}"]`)?.focus()
  }, [sections])

  const move = useCallback(
    (node: NodeRef, position: NodePosition, name: string) => {
      latest.current.onMove(node, position)
      setLastMoved(nodeIdOf(node))
      setAnnouncement(t('outline.moved', { name, position: position.index + 1 }))
    },
    [t],
  )
  const { dragging, handleProps } = useDragSort({
    canDrop: (source, { target, side }) => findDrop(sections, source, target, side) !== null,
    onDrop: (source, { target, side }) => {
      const drop = findDrop(sections, source, target, side)
      if (drop) move(drop.node, drop.position, options.titleOf(drop.node))
    },
  })
  const tools = useMemo(
    (): OutlineTools => ({
      handleProps,
      editorPath,
      canStep: (node, direction) => stepPosition(latest.current.sections, node, direction) !== null,
      step: (node, direction, name) => {
        const position = stepPosition(latest.current.sections, node, direction)
        if (!position)
          return setAnnouncement(t(direction === 'up' ? 'outline.first' : 'outline.last', { name }))
        focusAfter.current = nodeIdOf(node)
        move(node, position, name)
      },
      remove: (node, name) => latest.current.onRemove(node, name),
    }),
    [handleProps, editorPath, move, t],
  )
  return { tools, dragging, lastMoved, announcement }
}

const findDrop = (
  sections: readonly SectionLike[],
  source: string,
  target: string,
  side: 'before' | 'after',
) => {
  const [node, targetNode] = [parseNodeId(source), parseNodeId(target)]
  const position = node && targetNode ? dropPosition(sections, node, targetNode, side) : null
  return node && position ? { node, position } : null
}
