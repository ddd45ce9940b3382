import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Recommendation } from '#contract/courses/catalogue.ts'
import { paths } from '#src/core/paths.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { recommendedQuery } from '../../api/recommended.queries.ts'
import { RecommendedTile } from './RecommendedTile.tsx'
import { ScrollRow } from './ScrollRow.tsx'

export const RECOMMENDED_SHOWN = 4

/** Recommended courses with their reasons (spec 2: Dashboard). Stays away while there are none. */
export const RecommendedCourses = () => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const recommended = useQuery(recommendedQuery())
  if (recommended.isPending) return <Skeleton className="h-90" />
  const shown: readonly Recommendation[] = recommended.data?.slice(0, RECOMMENDED_SHOWN) ?? []
  if (shown.length === 0) return null
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
