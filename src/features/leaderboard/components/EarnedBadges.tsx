import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { badgesQuery } from '../api/leaderboard.queries.ts'
import { BADGE_ICONS } from './badge-icons.ts'

/** A badge is judged when somebody looks, which may be later than the lesson that earned it. */
const JUDGED_WITHIN_MS = 86_400_000

/** Badges earned in a period; nothing is shown when there are none. */
export const EarnedBadges = ({ from, to }: { from: string; to: string }) => {
  const { t } = useTranslation('leaderboard')
  const { data } = useQuery(badgesQuery())
  const [start, end] = [Date.parse(from), Date.parse(to) + JUDGED_WITHIN_MS]
  const earned = (data?.badges ?? []).filter(({ earned_at }) => {
    const at = Date.parse(earned_at ?? '')
    return at >= start && at <= end
  })
  if (earned.length === 0) return null
  return (
    <section aria-labelledby="earned-badges">
      <h2 id="earned-badges" className="text-xl font-semibold text-ink">
        {t('badges.onTheWay')}
      </h2>
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-4">
        {earned.map(({ badge }) => {
          const Icon = BADGE_ICONS[badge]
          return (
            <li key={badge} className="flex items-center gap-3">
              <span
                aria-hidden="true"
                className="flex size-12 items-center justify-center rounded-full bg-primary-soft text-primary-text ring-2 ring-decor-gold"
              >
                <Icon size={24} />
              </span>
              <span className="font-medium text-ink">{t(`badges.${badge}.name`)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
