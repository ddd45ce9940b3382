import { useTranslation } from 'react-i18next'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'

/** The placeholder of a page whose code is loading: a heading and a few cards. */
export const PageSkeleton = () => {
  const { t } = useTranslation('app')
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{t('shell.loadingPage')}</span>
      <Skeleton width="min(20rem, 70%)" height={36} className="mb-6" />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {[1, 2, 3].map((card) => (
          <div key={card} aria-hidden="true" className="card flex flex-col gap-4 p-4">
            <Skeleton height={140} />
            <SkeletonText />
          </div>
        ))}
      </div>
    </div>
  )
}
