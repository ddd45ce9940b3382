import Minus from 'lucide-react/icons/minus'
import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatPercent } from '#src/shared/lib/format.ts'
import type { Change } from '../model/change.ts'

type Props = {
  label: string
  value: string
  /** The number of the period before. */
  before: string
  /** Null: the two cannot be compared. */
  change: Change | null
  note?: string
  icon: ReactNode
  to: string
}

const ICONS = { up: TrendingUp, down: TrendingDown, same: Minus } as const

/** A number, how it changed, and the way to its rows: the whole tile is the link. */
export const Tile = ({ label, value, before, change, note, icon, to }: Props) => {
  const { t } = useTranslation('dashboard')
  return (
    <li className="contents">
      <Link
        to={to}
        className="card group flex min-w-0 flex-col gap-1 p-4 transition-colors hover:border-primary sm:p-5"
      >
        <span className="flex items-center gap-2 text-sm text-ink-muted">
          <span aria-hidden="true" className="shrink-0 text-primary-text">
            {icon}
          </span>
          <span className="min-w-0 group-hover:underline">{label}</span>
        </span>{' '}
        <span className="text-xl font-bold tabular-nums text-ink wrap-anywhere sm:text-2xl">{value}</span>{' '}
        {note && <span className="text-sm text-ink-muted">{note}</span>}{' '}
        <span className="mt-auto flex flex-wrap items-center gap-x-2 pt-1 text-sm text-ink-muted">
          {change && <ChangeText change={change} />} <span>{t('change.before', { before })}</span>
        </span>
      </Link>
    </li>
  )
}

const ChangeText = ({ change }: { change: Change }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const Icon = ICONS[change.kind]
  const percent =
    change.kind === 'same' || change.ratio === null ? null : formatPercent(change.ratio, language)
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 font-medium',
        change.kind === 'up' ? 'text-success-text' : 'text-ink',
      )}
    >
      <Icon aria-hidden="true" size={16} className="rtl:-scale-x-100" />
      {change.kind === 'same' || percent === null
        ? t(`change.${change.kind}`)
        : t(`change.${change.kind}By`, { percent })}
    </span>
  )
}
