import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { ActivityFigures } from './ActivityFigures.tsx'

/** The learner's activity (spec 2: Profile, My activity); charts and badges are on /progress. */
export const MyActivity = () => {
  const { t } = useTranslation('leaderboard')
  return (
    <section aria-labelledby="my-activity" className="min-w-0">
      <ActivityFigures titleId="my-activity" />
      <Link
        to={paths.progress}
        className="mt-2 inline-flex min-h-11 items-center gap-1 font-medium text-primary-text hover:underline"
      >
        {t('strip.link')}
        <ChevronRight aria-hidden="true" size={18} className="rtl:-scale-x-100" />
      </Link>
    </section>
  )
}
