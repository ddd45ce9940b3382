import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PublicCard } from '../components/public/PublicCard.tsx'
import { usePublicProfile } from '../api/public-profile.queries.ts'

/** /people/{handle}: what a person shows to everybody, signed in or not. */
export const PublicProfilePage = () => {
  const { t } = useTranslation('profile')
  const handle = useLocation().pathname.split('/')[2] ?? ''
  const { data, error, refetch } = usePublicProfile(handle)
  const title = data?.name ?? t('public.pageTitle')
  const clientName = runtimeConfig().client?.name
  useEffect(() => {
    document.title = clientName === undefined ? title : `${title} · ${clientName}`
  }, [title, clientName])
  if (data) return <PublicCard person={data} as="page" />
  if (!error) return <Loading />
  const isMissing = isApiError(error) && (error.status === 404 || error.status === 422)
  return (
    <>
      <h1 className="sr-only">{t('public.pageTitle')}</h1>
      <EmptyState
        role="alert"
        illustration={isMissing ? 'search' : 'error'}
        title={t(isMissing ? 'public.missing' : 'public.error')}
        text={isMissing ? t('public.missingText') : undefined}
        action={!isMissing && <Button onClick={() => void refetch()}>{t('devices.retry')}</Button>}
      />
    </>
  )
}

const Loading = () => {
  const { t } = useTranslation('profile')
  return (
    <>
      <h1 className="sr-only">{t('public.pageTitle')}</h1>
      <div
        role="status"
        aria-busy="true"
        className="overflow-hidden rounded-2xl border border-line bg-surface-raised"
      >
        <span className="sr-only">{t('public.loading')}</span>
        <div className="h-20 bg-primary-soft sm:h-24" />
        <div className="-mt-12 grid gap-4 px-5 pb-8 sm:px-8">
          <Skeleton width={104} height={104} className="rounded-full" />
          <Skeleton width={220} height={32} />
          <Skeleton height={96} />
        </div>
      </div>
    </>
  )
}
