import { memo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applicationStates, type ApplicationState } from '#contract/job-applications/applications.ts'
import type { BoardCard } from '#contract/job-applications/pipeline.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber, formatRelative } from '#src/shared/lib/format.ts'
import { useGrowing } from '#src/shared/lib/hooks/use-growing.ts'
import { useNow } from '#src/shared/lib/hooks/use-countdown.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { isMovable, isPipelineState } from '../model/board.ts'
import type { BoardParts } from './board-parts.ts'
import { CardMenuButton } from './CardMenu.tsx'
import { Stars } from './Stars.tsx'
import { useCardDrag } from './use-card-drag.ts'

/** Cards of a column that are shown at first, and with each press on "more": 2,000 at once would block the page. */
const CARDS_PER_STEP = 20
/** Of them rendered in one frame: all columns open in tasks below 50 ms. */
const CARDS_PER_FRAME = 2

/**
 * One column for each state; cards are dragged by mouse, and moved by their menu in every other way. `asked` is the search
 * and the order: with another one each column begins with a few cards again, as all at once would hold the page.
 */
export const BoardColumns = ({ asked, ...parts }: BoardParts & { asked: string }) => {
  const { t } = useTranslation('recruiting')
  const board = useRef<HTMLDivElement>(null)
  useCardDrag(board, parts.onMove)
  const states = applicationStates.filter(
    (state) => state !== 'withdrawn' || parts.cards.some((card) => card.state === state),
  )
  return (
    <div
      ref={board}
      role="region"
      aria-label={t('board.label')}
      className="-mx-4 overflow-x-auto px-4 pb-3 sm:-mx-6 sm:px-6"
    >
      <div className="flex items-start gap-3">
        {states.map((state) => (
          <Column key={`${state} ${asked}`} state={state} {...parts} />
        ))}
      </div>
    </div>
  )
}

const Column = ({ state, cards, ...parts }: BoardParts & { state: ApplicationState }) => {
  const { t } = useTranslation('recruiting')
  const language = useLanguage()
  const now = useNow()
  const [limit, setLimit] = useState(CARDS_PER_STEP)
  const own = cards.filter((card) => card.state === state)
  const wanted = Math.min(own.length, limit)
  // The first frame draws the columns around them: with the rest of the page it has enough to do.
  const shown = useGrowing(wanted, CARDS_PER_FRAME, 0)
  return (
    <section
      aria-labelledby={`column-${state}`}
      {...(isPipelineState(state) && { 'data-column': state })}
      className="flex w-64 shrink-0 flex-col gap-2 rounded-xl bg-surface-sunken p-2 outline-focus data-over:outline-2"
    >
      <h2
        id={`column-${state}`}
        className="flex items-baseline justify-between px-2 pt-1 text-sm font-semibold text-ink"
      >
        {t(`states.${state}`)}
        <span className="font-normal text-ink-muted tabular-nums">{formatNumber(own.length, language)}</span>
      </h2>
      <ul className="flex min-h-12 flex-col gap-2">
        {own.slice(0, shown).map((card) => (
          <CardItem
            key={card.id}
            card={card}
            isSelected={parts.selected.has(card.id)}
            when={formatRelative(card.applied_at, language, now)}
            onSelect={parts.onSelect}
            onOpen={parts.onOpen}
            menu={parts.menu}
          />
        ))}
      </ul>
      {own.length > limit && shown === wanted && (
        <Button size="sm" variant="ghost" onClick={() => setLimit(limit + CARDS_PER_STEP)}>
          {t('board.more', { count: own.length - limit })}
        </Button>
      )}
    </section>
  )
}

type CardProps = Omit<BoardParts, 'cards' | 'selected' | 'onMove'> & {
  card: BoardCard
  isSelected: boolean
  /** When it was sent. */
  when: string
}

const CardItem = memo(function CardItem({ card, isSelected, when, menu, onSelect, onOpen }: CardProps) {
  const { t } = useTranslation('recruiting')
  return (
    <li
      draggable={isMovable(card)}
      data-card={card.id}
      // Cards outside of the view take no layout and no paint.
      className="card flex items-start gap-1 p-1.5 [contain-intrinsic-size:auto_4.875rem] [content-visibility:auto]"
    >
      <label className="flex size-11 shrink-0 cursor-pointer items-center justify-center">
        <input
          type="checkbox"
          checked={isSelected}
          disabled={!isMovable(card)}
          aria-label={t('board.select', { name: card.name })}
          className="size-5 cursor-pointer accent-primary"
          onChange={(event) => onSelect(card.id, event.target.checked)}
        />
      </label>
      <button
        type="button"
        className="min-w-0 grow rounded-md py-1 text-start"
        onClick={() => onOpen(card.id)}
      >
        <bdi className="block truncate font-medium text-ink">{card.name}</bdi>
        <span className="block text-xs text-ink-muted">{when}</span>
        <span className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-muted">
          {card.rating !== null && <Stars rating={card.rating} />}
          {card.proofs > 0 && <span>{t('board.proofs', { count: card.proofs })}</span>}
          {card.notes > 0 && <span>{t('board.notes', { count: card.notes })}</span>}
        </span>
      </button>
      <CardMenuButton card={card} menu={menu} />
    </li>
  )
})
