import GripVertical from 'lucide-react/icons/grip-vertical'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownOption } from '#contract/courses/quiz.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { moveItem } from '../../model/quiz-draft.ts'
import { useRowDrag } from './use-row-drag.ts'

type Props = {
  items: readonly ShownOption[]
  /** Empty until the learner changes the order. */
  order: readonly string[]
  onChange: (order: string[]) => void
}

/** Ordering by dragging, buttons, or the up and down keys; each move is announced to screen readers. */
export const OrderBody = ({ items, order, onChange }: Props) => {
  const { t } = useTranslation('courses/learning')
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const current = order.length > 0 ? order : items.map((item) => item.id)
  const move = (index: number, offset: -1 | 1, focus: string) => {
    const to = index + offset
    if (to < 0 || to >= current.length) return
    onChange(moveItem(current, index, offset))
    const text = items.find((item) => item.id === current[index])?.text ?? ''
    setAnnouncement(t('quiz.moved', { text, place: to + 1, total: current.length }))
    // The focus follows the moved item; at either end the other button gets it.
    const id = current[index] ?? ''
    requestAnimationFrame(() => {
      const row = [...(list.current?.children ?? [])].find((child) => child.getAttribute('data-id') === id)
      const preferred = row?.querySelector<HTMLButtonElement>(`button[data-way="${focus}"]:not(:disabled)`)
      const target = preferred ?? row?.querySelector<HTMLButtonElement>('button:not(:disabled)')
      target?.focus()
    })
  }
  const drag = useRowDrag(list, (from, to) => {
    onChange(moveItem(current, from, to - from))
    const text = items.find((item) => item.id === current[from])?.text ?? ''
    setAnnouncement(t('quiz.moved', { text, place: to + 1, total: current.length }))
  })
  return (
    <div>
      <p className="mb-2 text-sm text-ink-muted">{t('quiz.orderHint')}</p>
      <ol ref={list} className="flex flex-col gap-2">
        {current.map((id, index) => (
          <OrderRow
            key={id}
            id={id}
            text={items.find((item) => item.id === id)?.text ?? ''}
            index={index}
            count={current.length}
            drag={drag}
            onMove={(offset, focus) => move(index, offset, focus)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {order.length === 0 && (
        <Button size="sm" variant="secondary" className="mt-3" onClick={() => onChange([...current])}>
          {t('quiz.orderKeep')}
        </Button>
      )}
    </div>
  )
}

type RowProps = {
  id: string
  text: string
  index: number
  count: number
  drag: ReturnType<typeof useRowDrag>
  /** `focus`: the button that gets the focus after the move. */
  onMove: (offset: -1 | 1, focus: 'up' | 'down') => void
}

const OrderRow = ({ id, text, index, count, drag, onMove }: RowProps) => {
  const { t } = useTranslation('courses/learning')
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const isUp = event.key === 'ArrowUp'
    onMove(isUp ? -1 : 1, isUp ? 'up' : 'down')
  }
  return (
    // The buttons inside are focusable; the row only handles their key events.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      data-id={id}
      style={drag.styleOf(index)}
      className={cx(
        'flex items-center gap-2 rounded-lg border bg-surface-raised ps-1',
        drag.from === index ? 'floating relative z-10 border-primary' : 'border-line',
        drag.from !== null && drag.from !== index && 'transition-transform duration-150',
      )}
      onKeyDown={(event) => onKey(event)}
    >
      {/* Only for pointers: buttons and keys do the same. */}
      <span
        aria-hidden="true"
        data-grip=""
        className="flex size-11 shrink-0 cursor-grab touch-none items-center justify-center text-ink-muted active:cursor-grabbing"
        onPointerDown={(event) => drag.start(index, event)}
      >
        <GripVertical size={18} />
      </span>
      <span className="w-6 shrink-0 text-sm tabular-nums text-ink-muted">{index + 1}</span>
      <span className="min-w-0 flex-1 py-2.5 text-ink">
        <bdi>{text}</bdi>
      </span>
      <IconButton
        label={t('quiz.moveUp', { text })}
        data-way="up"
        disabled={index === 0}
        icon={<ArrowUp aria-hidden="true" size={18} />}
        onClick={() => onMove(-1, 'up')}
      />
      <IconButton
        label={t('quiz.moveDown', { text })}
        data-way="down"
        disabled={index === count - 1}
        icon={<ArrowDown aria-hidden="true" size={18} />}
        onClick={() => onMove(1, 'down')}
      />
    </li>
  )
}
