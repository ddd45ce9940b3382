import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Recommendation } from '#contract/courses/catalogue.ts'
import { paths } from '#src/core/paths.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { recommendedQuery } from '../../api/recommended.queries.ts'
import { RecommendedTile } from './RecommendedTile.tsx'
import { ScrollRow } from './ScrollRow.tsx'

export const RECOMMENDED_SHOWN = 4

/** Recommended courses of the home (spec 2: Dashboard). Stays away while there are none. */
export const HomeRecommendations = () => {
  const recommended = useQuery(recommendedQuery())
  if (recommended.isPending) return <Skeleton className="h-90" />
  const shown = recommended.data?.slice(0, RECOMMENDED_SHOWN) ?? []
  return shown.length > 0 && <RecommendedCourses shown={shown} />
}

/** Recommended courses with their reasons. */
export const RecommendedCourses = ({ shown }: { shown: readonly Recommendation[] }) => {
  const { t } = useTranslation('courses/catalogue')
  return (
    <ScrollRow
      id="home-recommended"
      title={t('recommended.title')}
      more={{ to: paths.recommendedLearning, text: t('recommended.all') }}
    >
      {shown.map(({ course, reason }) => (
        <RecommendedTile key={course.id} course={course} reason={reason} />
      ))}
    </ScrollRow>
  )
}
