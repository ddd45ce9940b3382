import { useTranslation } from 'react-i18next'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'

/** The loading state of a page. */
export const LoadingPage = () => {
  const { t } = useTranslation('assessments')
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{t('problem.loading')}</span>
      <Skeleton width="min(24rem, 80%)" height={36} className="mb-6" />
      <div className="card flex flex-col gap-4 p-4 sm:p-6">
        <SkeletonText lines={4} />
        <Skeleton height={48} />
        <Skeleton height={48} />
      </div>
    </div>
  )
}
