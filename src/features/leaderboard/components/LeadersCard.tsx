import { useTranslation } from 'react-i18next'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { LeaderList } from './LeaderList.tsx'

/** Today's leaders on the home. */
export const LeadersCard = () => {
  const { t } = useTranslation('leaderboard')
  return (
    <section aria-labelledby="home-leaders">
      <Card>
        <h2 id="home-leaders" className="mb-3 font-semibold text-ink">
          {t('leaders.title')}
        </h2>
        <LeaderList failed={t('leaders.blockFailed')} />
      </Card>
    </section>
  )
}
