import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DailyLeader } from '#contract/activity/activity.ts'
import { LEADERS_SHOWN } from '#contract/limits.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDuration } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { dailyLeadersQuery } from '../api/leaderboard.queries.ts'
import { RankedAvatar } from './RankedAvatar.tsx'

/** Rank, name and time of today's top three, or why there are none. */
export const LeaderList = ({ failed }: { failed?: string }) => {
  const { t } = useTranslation('leaderboard')
  const leaders = useQuery(dailyLeadersQuery())
  if (leaders.data && leaders.data.length > 0)
    return (
      <ol className="flex flex-col gap-1">
        {leaders.data.map((leader, index) => (
          <LeaderRow key={leader.id} leader={leader} rank={rankOf(leaders.data, index)} />
        ))}
      </ol>
    )
  if (leaders.data)
    return (
      <p role="status" className="py-4 text-center text-ink-muted">
        {t('leaders.empty')}
      </p>
    )
  if (leaders.isError)
    return (
      <div role="alert" className="flex flex-col items-center gap-3 py-3 text-center text-sm text-ink">
        <p>{failed ?? errorText(leaders.error, t('leaders.failed'))}</p>
        <Button
          size="sm"
          variant="secondary"
          pending={leaders.isFetching}
          onClick={() => void leaders.refetch()}
        >
          {t('leaders.retry')}
        </Button>
      </div>
    )
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-1">
      <span className="sr-only">{t('leaders.loading')}</span>
      {Array.from({ length: LEADERS_SHOWN }, (_, index) => (
        <div key={index} className="flex h-12 items-center gap-3">
          <Skeleton width={28} height={28} />
          <Skeleton width={32} height={32} className="rounded-full" />
          <Skeleton height={16} className="flex-1" />
          <Skeleton width={56} height={16} />
        </div>
      ))}
    </div>
  )
}

const minutesOf = ({ progress }: DailyLeader) => progress.hours * 60 + progress.minutes

/** Equal times share a rank, and the next rank is skipped (rules: Learning). */
export const rankOf = (leaders: readonly DailyLeader[], index: number): number => {
  const leader = leaders[index]
  return leader ? leaders.findIndex((other) => minutesOf(other) === minutesOf(leader)) + 1 : index + 1
}

const LeaderRow = ({ leader, rank }: { leader: DailyLeader; rank: number }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  return (
    <li className="flex min-h-12 items-center gap-3">
      <span className="w-5 shrink-0 text-center font-bold text-ink tabular-nums">
        <span aria-hidden="true">{rank}</span>
        <span className="sr-only">{t('leaders.rank', { rank })}</span>
      </span>
      <RankedAvatar name={leader.name} rank={rank} size={36} />
      <span className="flex min-w-0 flex-1 font-medium text-ink">
        <bdi className="truncate">{leader.name}</bdi>
      </span>
      <span className="shrink-0 text-sm tabular-nums text-ink-muted">
        {formatDuration(minutesOf(leader), language)}
      </span>
    </li>
  )
}
