import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { getBadges } from '#contract/badges/badges.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDate, formatPercent } from '#src/shared/lib/format.ts'
import { useMediaQuery } from '#src/shared/lib/hooks/use-media-query.ts'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { badgesQuery } from '../api/leaderboard.queries.ts'
import { BADGE_ICONS } from './badge-icons.ts'
import { QueryBlock } from './QueryBlock.tsx'

type Badge = ResponseOf<typeof getBadges>['badges'][number]

const useProgressText = () => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  return ({ badge, value, target }: Badge): string =>
    badge === 'perfect_quiz'
      ? t('badges.best', { percent: formatPercent(value / target, language) })
      : t('badges.progress', { value, target })
}

/** Earned badges, and the progress towards the others. */
export const BadgesCard = () => {
  const { t } = useTranslation('leaderboard')
  const badges = useQuery(badgesQuery())
  return (
    <QueryBlock
      id="progress-badges"
      title={t('badges.title')}
      query={badges}
      texts={{ loading: t('badges.loading'), failed: t('badges.failed') }}
      skeleton={<Skeleton className="h-64 w-full" />}
    >
      {(data) => (
        <>
          <p className="mb-3 text-sm text-ink-muted">
            {t('badges.earned', {
              count: data.badges.filter((badge) => badge.earned_at !== null).length,
              total: data.badges.length,
            })}
          </p>
          <BadgeList badges={data.badges} />
        </>
      )}
    </QueryBlock>
  )
}

const WIDE = '(min-width: 40rem)'

/** All of them with their text where there is room; on a phone one tile each, and the text of the one that is pressed. */
const BadgeList = ({ badges }: { badges: readonly Badge[] }) => {
  const isWide = useMediaQuery(WIDE)
  if (!isWide) return <BadgeTiles badges={badges} />
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-4">
      {badges.map((badge) => (
        <BadgeItem key={badge.badge} badge={badge} />
      ))}
    </ul>
  )
}

const BadgeTiles = ({ badges }: { badges: readonly Badge[] }) => {
  const [chosenName, setChosenName] = useState<Badge['badge'] | null>(null)
  const chosen = badges.find(({ badge }) => badge === chosenName)
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {badges.map((badge) => (
          <BadgeTile
            key={badge.badge}
            badge={badge}
            isChosen={badge.badge === chosenName}
            onPress={() => setChosenName(badge.badge === chosenName ? null : badge.badge)}
          />
        ))}
      </ul>
      <div role="status">
        {chosen && (
          <ul className="mt-3 border-t border-line pt-4">
            <BadgeItem badge={chosen} />
          </ul>
        )}
      </div>
    </>
  )
}

const BadgeTile = ({
  badge,
  isChosen,
  onPress,
}: {
  badge: Badge
  isChosen: boolean
  onPress: () => void
}) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const progressOf = useProgressText()
  const state = badge.earned_at
    ? t('badges.earnedOn', { day: formatDate(badge.earned_at, language) })
    : progressOf(badge)
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onPress}
        className={cx(
          'flex size-full flex-col items-center gap-1 rounded-lg p-1',
          isChosen && 'bg-surface-sunken',
        )}
      >
        <Medal badge={badge} />
        <span className="text-center text-xs font-medium break-words text-ink">
          {t(`badges.${badge.badge}.name`)}
        </span>{' '}
        <span className="sr-only">{state}</span>
      </button>
    </li>
  )
}

const Medal = ({ badge }: { badge: Badge }) => {
  const Icon = BADGE_ICONS[badge.badge]
  return (
    <span
      aria-hidden="true"
      className={cx(
        'flex size-11 shrink-0 items-center justify-center rounded-full',
        badge.earned_at
          ? 'bg-decor-gold ring-2 ring-decor-gold-edge ring-inset'
          : 'bg-surface-sunken text-ink-muted',
      )}
    >
      <Icon size={22} className={cx(badge.earned_at && 'stroke-decor-gold-ink')} />
    </span>
  )
}

const BadgeItem = ({ badge }: { badge: Badge }) => {
  const { t } = useTranslation('leaderboard')
  const language = useLanguage()
  const name = t(`badges.${badge.badge}.name`)
  const progressOf = useProgressText()
  const progressText = progressOf(badge)
  return (
    <li className="flex items-start gap-3">
      <Medal badge={badge} />
      <div className="min-w-0 flex-1">
        <h3 className="font-medium text-ink">{name}</h3>
        <p className="text-sm text-ink-muted">{t(`badges.${badge.badge}.text`)}</p>
        {badge.earned_at ? (
          <p className="mt-1 text-sm font-medium text-success-text">
            {t('badges.earnedOn', { day: formatDate(badge.earned_at, language) })}
          </p>
        ) : (
          <div className="mt-1.5 flex items-center gap-3">
            <Progress
              value={(100 * badge.value) / badge.target}
              label={name}
              valueText={progressText}
              size="sm"
              className="flex-1"
            />
            <span aria-hidden="true" className="text-xs tabular-nums text-ink-muted">
              {progressText}
            </span>
          </div>
        )}
      </div>
    </li>
  )
}
