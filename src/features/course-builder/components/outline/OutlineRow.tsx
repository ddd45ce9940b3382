import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import GripVertical from 'lucide-react/icons/grip-vertical'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { cx } from '#src/shared/lib/cx.ts'
import { iconButtonClass } from '#src/shared/ui/IconButton.tsx'
import { Menu, type MenuItem } from '#src/shared/ui/overlays/Menu.tsx'
import type { Dragging } from '../../hooks/use-drag-sort.ts'
import { markOf, type NodeRef } from '../../model/tree.ts'
import type { OutlineTools } from './use-outline-tools.ts'

type Props = {
  node: NodeRef
  title: string
  /** What stands before the title: a fold button or the sign of a type. */
  lead?: ReactNode
  /** Small words behind the title. */
  note?: ReactNode
  selected: boolean
  /** Of interest where this line is in it. */
  dragging: Dragging
  tools: OutlineTools
}

const INDENT = { section: '', topic: 'ms-4', item: 'ms-8' } as const

/** One line of the outline: grip, title, menu. The grip moves by pointer, and by arrow keys while focused. */
export const OutlineRow = ({ node, title, lead, note, selected, dragging, tools }: Props) => {
  const { t } = useTranslation('course-builder')
  const key = markOf(node)
  const name = title || t('outline.untitled')
  const { over, source } = dragging
  const inside = over?.target === key && source !== null && !source.startsWith(node.kind)
  return (
    <div
      data-sort={key}
      className={cx(
        'relative flex items-center rounded-lg',
        INDENT[node.kind],
        selected && 'bg-primary-soft',
        source === key && 'opacity-50',
        inside && 'outline-2 outline-primary',
      )}
    >
      {node.kind === 'item' && <DropMark at={key} dragging={dragging} />}
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
      {lead}
      <Link
        to={tools.addressOf(node)}
        aria-current={selected ? 'true' : undefined}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-lg px-1.5 py-1 hover:underline"
      >
        {/* As wide as its words: it stands on the page's side, and its own direction says which end is cut. */}
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

type MarkProps = { at: string; dragging: Dragging; className?: string }

/** The line where the dragged one would go, above or below what it is put in. */
export const DropMark = ({ at, dragging: { over, source }, className }: MarkProps) =>
  over?.target === at && source?.split('-', 1)[0] === at.split('-', 1)[0] ? (
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
    disabled: !tools.mayStep(node, 'up'),
    onSelect: () => tools.step(node, 'up', name),
  },
  {
    id: 'down',
    label: t('outline.moveDown'),
    disabled: !tools.mayStep(node, 'down'),
    onSelect: () => tools.step(node, 'down', name),
  },
  { id: 'line', separator: true },
  { id: 'remove', label: t('outline.remove'), danger: true, onSelect: () => tools.remove(node, name) },
]
