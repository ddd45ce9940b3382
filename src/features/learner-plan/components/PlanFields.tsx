import { useQuery } from '@tanstack/react-query'
import Briefcase from 'lucide-react/icons/briefcase'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import Sparkles from 'lucide-react/icons/sparkles'
import TrendingUp from 'lucide-react/icons/trending-up'
import { useTranslation } from 'react-i18next'
import {
  DAILY_MINUTES,
  INTERESTS_MAX,
  purposes,
  type DailyMinutes,
  type Purpose,
} from '#contract/learner-plan/learner-plan.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDuration } from '#src/shared/lib/format.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { topicsQuery } from '../api/learner-plan.queries.ts'
import { Choice } from './Choice.tsx'

const ICONS: Record<Purpose, typeof Briefcase> = {
  job: Briefcase,
  studies: GraduationCap,
  skills: TrendingUp,
  fun: Sparkles,
}

type Field<T> = { value: T; onChange: (value: T) => void }

export const PurposeField = ({ value, onChange }: Field<Purpose | null>) => {
  const { t } = useTranslation('learner-plan')
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {purposes.map((purpose) => {
        const Icon = ICONS[purpose]
        return (
          <Choice
            key={purpose}
            type="radio"
            name="purpose"
            checked={value === purpose}
            onChange={() => onChange(purpose)}
            icon={<Icon size={20} />}
            label={t(`purpose.${purpose}`)}
          />
        )
      })}
    </div>
  )
}

export const MinutesField = ({ value, onChange }: Field<DailyMinutes | null>) => {
  const { t } = useTranslation('learner-plan')
  const language = useLanguage()
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {DAILY_MINUTES.map((minutes) => (
        <Choice
          key={minutes}
          type="radio"
          name="daily-minutes"
          checked={value === minutes}
          onChange={() => onChange(minutes)}
          label={t('minutes.aDay', { time: formatDuration(minutes, language) })}
          hint={t(`minutes.${minutes}`)}
        />
      ))}
    </div>
  )
}

/** Topics of the catalogue; chosen ones that it no longer names stay. */
export const InterestsField = ({ value, onChange }: Field<readonly string[]>) => {
  const { t } = useTranslation('learner-plan')
  const topics = useQuery(topicsQuery())
  if (topics.isPending) return <Skeleton className="h-40" />
  const shown = [...new Set([...(topics.data ?? []), ...value])]
  if (shown.length === 0) return <p className="text-ink-muted">{t('interests.none')}</p>
  return (
    <div className="flex flex-wrap gap-2.5">
      {shown.map((topic) => {
        const isChosen = value.includes(topic)
        return (
          <Choice
            key={topic}
            type="checkbox"
            name="interests"
            checked={isChosen}
            disabled={!isChosen && value.length >= INTERESTS_MAX}
            onChange={(checked) =>
              onChange(checked ? [...value, topic] : value.filter((other) => other !== topic))
            }
            label={<bdi>{topic}</bdi>}
          />
        )
      })}
    </div>
  )
}
