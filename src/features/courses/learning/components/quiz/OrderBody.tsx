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
  /** Empty while the learner has not touched it. */
  order: readonly string[]
  onChange: (order: string[]) => void
}

/** An order made by dragging, by buttons or, on an item, by the up and down keys; each move is said aloud. */
export const OrderBody = ({ items, order, onChange }: Props) => {
  const { t } = useTranslation('courses/learning')
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const now = order.length > 0 ? order : items.map((item) => item.id)
  const move = (at: number, by: -1 | 1, focus: string) => {
    const to = at + by
    if (to < 0 || to >= now.length) return
    onChange(moveItem(now, at, by))
    const text = items.find((item) => item.id === now[at])?.text ?? ''
    setSaid(t('quiz.moved', { text, place: to + 1, total: now.length }))
    // The focus goes along with what was moved; at an end its other button takes it.
    const id = now[at] ?? ''
    requestAnimationFrame(() => {
      const row = [...(list.current?.children ?? [])].find((each) => each.getAttribute('data-id') === id)
      const wanted = row?.querySelector<HTMLButtonElement>(`button[data-way="${focus}"]:not(:disabled)`)
      const target = wanted ?? row?.querySelector<HTMLButtonElement>('button:not(:disabled)')
      target?.focus()
    })
  }
  const drag = useRowDrag(list, (from, to) => {
    onChange(moveItem(now, from, to - from))
    const text = items.find((item) => item.id === now[from])?.text ?? ''
    setSaid(t('quiz.moved', { text, place: to + 1, total: now.length }))
  })
  const byKey = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const up = event.key === 'ArrowUp'
    move(at, up ? -1 : 1, up ? 'up' : 'down')
  }
  return (
    <div>
      <p className="mb-2 text-sm text-ink-muted">{t('quiz.orderHint')}</p>
      <ol ref={list} className="flex flex-col gap-2">
        {now.map((id, at) => {
          const text = items.find((item) => item.id === id)?.text ?? ''
          return (
            // The buttons inside have the keys; the row only listens to them.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={id}
              data-id={id}
              style={drag.styleOf(at)}
              className={cx(
                'flex items-center gap-2 rounded-lg border bg-surface-raised ps-1',
                drag.from === at ? 'floating relative z-10 border-primary' : 'border-line',
                drag.from !== null && drag.from !== at && 'transition-transform duration-150',
              )}
              onKeyDown={(event) => byKey(event, at)}
            >
              {/* For the hand only: buttons and keys do the same. */}
              <span
                aria-hidden="true"
                data-grip=""
                className="flex size-11 shrink-0 cursor-grab touch-none items-center justify-center text-ink-muted active:cursor-grabbing"
                onPointerDown={(event) => drag.start(at, event)}
              >
                <GripVertical size={18} />
              </span>
              <span className="w-6 shrink-0 text-sm tabular-nums text-ink-muted">{at + 1}</span>
              <span className="min-w-0 flex-1 py-2.5 text-ink">
                <bdi>{text}</bdi>
              </span>
              <IconButton
                label={t('quiz.moveUp', { text })}
                data-way="up"
                disabled={at === 0}
                icon={<ArrowUp aria-hidden="true" size={18} />}
                onClick={() => move(at, -1, 'up')}
              />
              <IconButton
                label={t('quiz.moveDown', { text })}
                data-way="down"
                disabled={at === now.length - 1}
                icon={<ArrowDown aria-hidden="true" size={18} />}
                onClick={() => move(at, 1, 'down')}
              />
            </li>
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      {order.length === 0 && (
        <Button size="sm" variant="secondary" className="mt-3" onClick={() => onChange([...now])}>
          {t('quiz.orderKeep')}
        </Button>
      )}
    </div>
  )
}
