import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { getWeeklyGoal } from '#contract/activity/activity.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDuration, formatPercent } from '#src/shared/lib/format.ts'
import { ProgressRing } from '#src/shared/ui/feedback/Progress.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useSetGoal } from '../api/leaderboard.mutations.ts'
import { goalQuery } from '../api/leaderboard.queries.ts'
import { QueryBlock } from './QueryBlock.tsx'

type Goal = ResponseOf<typeof getWeeklyGoal>

/** Goals in minutes per week: from a few minutes to three hours a day. */
const CHOICES = [30, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1200]

/** The learner's weekly goal and its progress. */
export const GoalCard = () => {
  const { t } = useTranslation('leaderboard')
  const goal = useQuery(goalQuery())
  return (
    <QueryBlock
      id="progress-goal"
      title={t('goal.title')}
      query={goal}
      texts={{ loading: t('goal.loading'), failed: t('goal.failed') }}
      skeleton={<Skeleton className="h-28 w-full" />}
    >
      {(data) => <GoalProgress goal={data} />}
    </QueryBlock>
  )
}

const GoalProgress = ({ goal }: { goal: Goal }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const save = useSetGoal()
  const goalMinutes = goal.goal_minutes
  const share = goalMinutes === null ? 0 : goal.minutes / goalMinutes
  const done = formatDuration(goal.minutes, language)
  const choices =
    goalMinutes === null || CHOICES.includes(goalMinutes)
      ? CHOICES
      : [...CHOICES, goalMinutes].sort((a, b) => a - b)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
      <ProgressRing
        value={share * 100}
        label={t('goal.title')}
        valueText={
          goalMinutes === null ? done : t('goal.of', { done, goal: formatDuration(goalMinutes, language) })
        }
        tone={share >= 1 ? 'success' : 'primary'}
      >
        <span aria-hidden="true" className="text-lg font-bold tabular-nums text-ink">
          {goalMinutes === null ? '–' : formatPercent(Math.min(1, share), language)}
        </span>
      </ProgressRing>
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium text-ink">
          {goalMinutes === null
            ? t('goal.none')
            : t('goal.of', { done, goal: formatDuration(goalMinutes, language) })}
        </p>
        <p className="mt-1 text-sm text-ink-muted">
          {goalMinutes === null
            ? t('goal.noneHint')
            : share >= 1
              ? t('goal.reached')
              : t('goal.left', {
                  count: goal.days_left,
                  time: formatDuration(goalMinutes - goal.minutes, language),
                })}
        </p>
      </div>
      <select
        aria-label={t('goal.choose')}
        className="control"
        value={goalMinutes ?? ''}
        onChange={(event) => save.mutate(Number(event.target.value))}
      >
        {goalMinutes === null && <option value="">{t('goal.choose')}</option>}
        {choices.map((minutes) => (
          <option key={minutes} value={minutes}>
            {t('goal.aWeek', { time: formatDuration(minutes, language) })}
          </option>
        ))}
      </select>
    </div>
  )
}
