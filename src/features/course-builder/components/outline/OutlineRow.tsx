import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import GripVertical from 'lucide-react/icons/grip-vertical'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cx } from '#src/shared/lib/cx.ts'
import { iconButtonClass } from '#src/shared/ui/IconButton.tsx'
import { Menu, type MenuItem } from '#src/shared/ui/overlays/Menu.tsx'
import type { Dragging } from '../../hooks/use-drag-sort.ts'
import { nodeIdOf, type NodeRef } from '../../model/tree.ts'
import type { OutlineTools } from './use-outline-tools.ts'

type Props = {
  node: NodeRef
  title: string
  /** Shown before the title: a collapse button or a type icon. */
  leading?: ReactNode
  /** Shown after the title. */
  note?: ReactNode
  selected: boolean
  /** The current drag, if this row is part of it. */
  dragging: Dragging
  tools: OutlineTools
}

const INDENT = { section: '', topic: 'ms-4', item: 'ms-8' } as const

/**
 * One row of the outline: grip, title, menu. The grip moves the node by pointer, or by arrow keys while
 * focused.
 */
export const OutlineRow = ({ node, title, leading, note, selected, dragging, tools }: Props) => {
  const { t } = useTranslation('course-builder')
  const key = nodeIdOf(node)
  const name = title || t('outline.untitled')
  const { over, source } = dragging
  const isDropTarget = over?.target === key && source !== null && !source.startsWith(node.kind)
  return (
    <div
      data-sort={key}
      className={cx(
        'relative flex items-center rounded-lg',
        INDENT[node.kind],
        selected && 'bg-primary-soft',
        source === key && 'opacity-50',
        isDropTarget && 'outline-2 outline-primary',
      )}
    >
      {node.kind === 'item' && <DropIndicator nodeId={key} dragging={dragging} />}
      <button
        type="button"
        aria-label={t('outline.grip', { name })}
        aria-keyshortcuts="ArrowUp ArrowDown"
        title={t('outline.gripHint')}
        data-grip={key}
        className="inline-flex size-9 shrink-0 cursor-grab touch-none active:cursor-grabbing items-center justify-center rounded-lg text-ink-muted hover:bg-surface-sunken pointer-coarse:size-11"
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          tools.step(node, event.key === 'ArrowUp' ? 'up' : 'down', name)
        }}
        {...tools.handleProps(key)}
      >
        <GripVertical aria-hidden="true" size={16} />
      </button>
      {leading}
      <Link
        to={tools.editorPath(node)}
        aria-current={selected ? 'true' : undefined}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-lg px-1.5 py-1 hover:underline"
      >
        {/* As wide as its text: it stays on the page's start side, and its own direction decides which end is cut. */}
        <span className="flex min-w-0 flex-1">
          <span
            dir="auto"
            className={cx('truncate', node.kind === 'section' && 'font-semibold', !title && 'text-ink-muted')}
          >
            {name}
          </span>
        </span>
        {note}
      </Link>
      <Menu
        trigger={
          <button type="button" aria-label={t('outline.menu', { name })} className={iconButtonClass()}>
            <EllipsisVertical aria-hidden="true" size={18} />
          </button>
        }
        items={() => menuOf(node, name, tools, t)}
      />
    </div>
  )
}

type DropIndicatorProps = { nodeId: string; dragging: Dragging; className?: string }

/** Marks where the dragged node would be dropped. */
export const DropIndicator = ({ nodeId, dragging: { over, source }, className }: DropIndicatorProps) =>
  over?.target === nodeId && source?.split('-', 1)[0] === nodeId.split('-', 1)[0] ? (
    <span
      aria-hidden="true"
      data-drop={over.side}
      className={cx(
        'pointer-events-none absolute inset-x-0 z-10 h-0.5 rounded-full bg-primary',
        over.side === 'before' ? '-top-px' : '-bottom-px',
        className,
      )}
    />
  ) : null

const menuOf = (node: NodeRef, name: string, tools: OutlineTools, t: (key: string) => string): MenuItem[] => [
  {
    id: 'up',
    label: t('outline.moveUp'),
    disabled: !tools.canStep(node, 'up'),
    onSelect: () => tools.step(node, 'up', name),
  },
  {
    id: 'down',
    label: t('outline.moveDown'),
    disabled: !tools.canStep(node, 'down'),
    onSelect: () => tools.step(node, 'down', name),
  },
  { id: 'separator', separator: true },
  { id: 'remove', label: t('outline.remove'), danger: true, onSelect: () => tools.remove(node, name) },
]
