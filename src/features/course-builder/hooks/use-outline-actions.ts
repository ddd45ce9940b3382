import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { CourseDocument, Operation } from '#contract/course-builder/draft.ts'
import { findNode } from '#contract/course-builder/draft-operations.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import type { Editing } from '../model/editing.ts'
import { addOperation, restoreOperation, type NewNode } from '../model/node-operations.ts'
import { nodeIdOf, positionOf, type NodePosition, type NodeRef } from '../model/tree.ts'

export type Removed = { node: NodeRef; title: string; restore: Operation }

/** Adds, moves and removes nodes of the outline. The last removed node can be restored. */
export const useOutlineActions = (
  courseId: number,
  editing: Editing,
  openNode: string | null,
  editorPath: (node: NodeRef) => string,
) => {
  const { t } = useTranslation('course-builder')
  const navigate = useNavigate()
  const [removed, setRemoved] = useState<Removed | null>(null)
  // A ref, because the memoized outline must not render again when another node opens.
  const openNodeRef = useRef(openNode)
  useEffect(() => {
    openNodeRef.current = openNode
  }, [openNode])
  const add = useCallback(
    (node: NewNode) => {
      const { operation, key } = addOperation(editing.state().document, node)
      editing.apply(operation)
      void navigate(editorPath({ kind: node.kind, key }))
    },
    [editing, editorPath, navigate],
  )
  const move = useCallback(
    (node: NodeRef, position: NodePosition) => editing.apply({ op: 'move', ...node, ...position }),
    [editing],
  )
  const remove = useCallback(
    (node: NodeRef) => {
      const found = findRemovable(editing.state().document, node)
      if (!found) return
      editing.apply({ op: 'remove', ...node })
      setRemoved({ node, title: found.title || t('outline.untitled'), restore: found.restore })
      if (openNodeRef.current === nodeIdOf(node))
        void navigate(adminPaths.course(courseId), { replace: true })
    },
    [editing, courseId, navigate, t],
  )
  return {
    add,
    move,
    remove,
    removed,
    undo: () => {
      if (removed) editing.apply(removed.restore)
      setRemoved(null)
    },
    hideUndo: () => setRemoved(null),
  }
}

const findRemovable = (document: CourseDocument, node: NodeRef) => {
  const position = positionOf(document.sections, node)
  const found = findNode(document, node.kind, node.key)
  return position && found && { title: found.node.title, restore: restoreOperation(found, position) }
}
