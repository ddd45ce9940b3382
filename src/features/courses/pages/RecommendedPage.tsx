import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isApiError } from '#src/core/http/api-error.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { recommendedQuery } from '../api/recommended.queries.ts'
import { COURSE_GRID, CourseCard, CourseCardSkeletons } from '../components/catalogue/CourseCard.tsx'
import { Reason } from '../components/catalogue/Reason.tsx'

/** /recommended-learning: recommended courses, each with its reason. */
export const RecommendedPage = () => {
  const { t } = useTranslation(['courses/catalogue', 'courses'])
  const online = useOnline()
  const recommended = useQuery(recommendedQuery())
  const noNetwork = isApiError(recommended.error) && recommended.error.code === 'network'
  return (
    <>
      <PageHeader
        title={t('recommended.title')}
        text={t('recommended.intro')}
        above={<BackLink to={paths.courses}>{t('detail.back', { ns: 'courses' })}</BackLink>}
      />
      <ListState
        items={recommended.data}
        failed={recommended.isError}
        offline={!online || noNetwork}
        filtered={false}
        loadingLabel={t('list.loading', { ns: 'courses' })}
        skeleton={<CourseCardSkeletons count={6} />}
        empty={{
          illustration: 'start',
          title: t('recommended.empty'),
          text: t('recommended.emptyHint'),
          action: (
            <Link to={paths.courses} className={buttonClass()}>
              {t('home.browse', { ns: 'courses' })}
            </Link>
          ),
        }}
        emptyFiltered={{ title: t('recommended.empty'), clearLabel: '', onClear: () => undefined }}
        error={{
          title: t('list.error', { ns: 'courses' }),
          retryLabel: t('list.retry', { ns: 'courses' }),
          onRetry: () => void recommended.refetch(),
        }}
        offlineMessage={{ title: t('list.offline', { ns: 'courses' }) }}
      >
        {(results) => (
          <ul className={COURSE_GRID}>
            {results.map(({ course, reason }) => (
              <CourseCard key={course.id} course={course} footer={<Reason reason={reason} />} />
            ))}
          </ul>
        )}
      </ListState>
    </>
  )
}
