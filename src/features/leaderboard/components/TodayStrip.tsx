import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Flame from 'lucide-react/icons/flame'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDuration } from '#src/shared/lib/format.ts'
import { Progress, ProgressRing } from '#src/shared/ui/feedback/Progress.tsx'
import { goalQuery, monthlyStreakQuery } from '../api/leaderboard.queries.ts'
import { todayOf } from '../model/today.ts'

/** Shown until the number arrives, and instead of it after a failure: /progress offers the retry. */
const UNKNOWN = '–'

/** Streak, today and the week in one line that opens /progress. Its height never changes. */
export const TodayStrip = () => {
  const { t } = useTranslation('leaderboard')
  return (
    <section
      aria-label={t('strip.title')}
      className="card relative grid h-20 grid-cols-[auto_auto_1fr_auto] items-center gap-x-3 px-3 card-link sm:grid-cols-[1fr_1fr_1.5fr_auto] sm:gap-x-8 sm:px-6"
    >
      <StreakCell />
      <TodayCell />
      <WeekCell />
      <Link
        to={paths.progress}
        aria-label={t('strip.link')}
        className="text-ink-muted after:absolute after:inset-0 after:rounded-xl"
      >
        <ChevronRight aria-hidden="true" size={20} className="rtl:-scale-x-100 max-[374px]:hidden" />
      </Link>
    </section>
  )
}

type CellProps = {
  label: string
  value: string
  of?: string | undefined
  icon?: ReactNode
  children?: ReactNode
}

const Cell = ({ label, value, of, icon, children }: CellProps) => (
  <div className="flex min-w-0 items-center gap-2 sm:gap-4">
    {icon}
    <div className="min-w-0 flex-1">
      <p className="truncate text-xs text-ink-muted sm:text-sm">{label}</p>
      <p className="truncate text-sm font-semibold tabular-nums text-ink sm:text-lg">
        {value}
        {of && <span className="text-sm font-normal text-ink-muted max-sm:sr-only"> {of}</span>}
      </p>
      {children}
    </div>
  </div>
)

const StreakCell = () => {
  const { t } = useTranslation('leaderboard')
  const days = useQuery(monthlyStreakQuery()).data?.current_streak
  return (
    <Cell
      label={t('strip.streak')}
      value={days === undefined ? UNKNOWN : t('streak.days', { count: days })}
      icon={
        <Flame
          aria-hidden="true"
          size={28}
          className={cx('shrink-0', days ? 'fill-decor-flame stroke-decor-flame-edge' : 'text-ink-muted')}
        />
      }
    />
  )
}

const TodayCell = () => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const streak = useQuery(monthlyStreakQuery()).data
  const goal = useQuery(goalQuery()).data
  const today = streak && goal ? todayOf(streak, goal) : null
  const value = today ? formatDuration(today.minutes, language) : UNKNOWN
  const goalText = today ? formatDuration(today.goal, language) : UNKNOWN
  const isReached = today !== null && today.minutes >= today.goal
  return (
    <Cell
      label={t('strip.today')}
      value={value}
      of={today ? t('strip.of', { goal: goalText }) : undefined}
      icon={
        <ProgressRing
          value={today ? (100 * today.minutes) / today.goal : 0}
          label={t('strip.today')}
          valueText={t('goal.of', { done: value, goal: goalText })}
          tone={isReached ? 'success' : 'primary'}
          size={40}
        />
      }
    />
  )
}

const WeekCell = () => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const goal = useQuery(goalQuery()).data
  const weekly = goal?.goal_minutes ?? null
  const value = goal ? formatDuration(goal.minutes, language) : UNKNOWN
  const goalText = weekly === null ? UNKNOWN : formatDuration(weekly, language)
  return (
    <Cell
      label={t('strip.week')}
      value={value}
      of={weekly === null ? undefined : t('strip.of', { goal: goalText })}
    >
      {goal && weekly !== null && (
        <Progress
          value={(100 * goal.minutes) / weekly}
          label={t('goal.title')}
          valueText={t('goal.of', { done: value, goal: goalText })}
          tone={goal.minutes >= weekly ? 'success' : 'primary'}
          size="sm"
          className="mt-1"
        />
      )}
    </Cell>
  )
}
