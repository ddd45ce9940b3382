import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sheet, SheetSession } from '#contract/attendance/sheets.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatMonth, formatNumber } from '#src/shared/lib/format.ts'
import { dayOf } from '../../model/month.ts'
import type { Span } from '../model/window.ts'
import { CELL, columnStart, HEAD } from './grid-sizes.ts'

type Props = { sheet: Sheet; columns: Span; onColumn: (column: number) => void }

/** The days of the sessions; pressing one selects its column. */
export const GridHead = memo(function GridHead({ sheet, columns, onColumn }: Props) {
  const { t } = useTranslation('attendance/admin')
  return (
    <div
      role="row"
      aria-rowindex={1}
      style={{ height: HEAD }}
      className="sticky top-0 z-20 bg-surface-raised"
    >
      <div
        role="columnheader"
        aria-colindex={1}
        style={{ width: 'var(--name)', height: HEAD }}
        className="sticky start-0 z-10 flex items-end border-e border-b border-line bg-surface-raised px-3 pb-2 text-sm font-medium text-ink-muted"
      >
        {t('grid.learner')}
      </div>
      {sheet.sessions.slice(columns.from, columns.to).map((session, index) => (
        <SessionHead
          key={session.id}
          session={session}
          timeZone={sheet.time_zone}
          column={columns.from + index}
          onColumn={onColumn}
        />
      ))}
    </div>
  )
})

type SessionProps = {
  session: SheetSession
  timeZone: string
  column: number
  onColumn: (column: number) => void
}

const SessionHead = memo(function SessionHead({ session, timeZone, column, onColumn }: SessionProps) {
  const { t } = useTranslation('attendance/admin')
  const language = useLanguage()
  const day = dayOf(session.starts_at, timeZone)
  const at = formatDate(session.starts_at, language, { time: true, timeZone })
  const name = t('grid.session', { title: session.title, at })
  return (
    <div
      role="columnheader"
      aria-colindex={column + 2}
      style={{ insetInlineStart: columnStart(column), width: CELL, height: HEAD }}
      className="absolute top-0 border-b border-line"
    >
      <button
        type="button"
        tabIndex={-1}
        title={name}
        className="flex size-full flex-col items-center justify-end rounded-md pb-1.5 text-xs text-ink-muted hover:bg-surface-sunken"
        onClick={() => onColumn(column)}
      >
        {formatMonth(day, language)}
        <span className="text-base font-semibold tabular-nums text-ink">
          {formatNumber(Number(day.slice(8)), language)}
        </span>
        <span className="sr-only">{name}</span>
      </button>
    </div>
  )
})
