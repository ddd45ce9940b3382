import { useTranslation } from 'react-i18next'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useProfile } from '../api/profile.queries.ts'
import { AboutSection } from './about/AboutSection.tsx'
import { ContactSection } from './account/ContactSection.tsx'

/** What the person says about themselves: each section with its own save. */
export const OwnProfileSections = () => {
  const { t } = useTranslation('profile')
  const isOnline = useOnline()
  const { data, isError, refetch } = useProfile()
  const retry = () => void refetch()
  return (
    <ListState
      items={data && [data]}
      failed={isError}
      offline={!isOnline}
      filtered={false}
      loadingLabel={t('about.loading')}
      skeleton={<Loading />}
      empty={{ title: t('about.error') }}
      emptyFiltered={{ title: t('about.error'), clearLabel: t('devices.retry'), onClear: retry }}
      error={{ title: t('about.error'), retryLabel: t('devices.retry'), onRetry: retry }}
      offlineMessage={{ title: t('about.offline') }}
    >
      {([profile]) =>
        profile && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10 [&>*+*]:border-t [&>*+*]:border-line [&>*+*]:pt-10">
            <AboutSection profile={profile} />
            <ContactSection profile={profile} />
          </div>
        )
      }
    </ListState>
  )
}

const Loading = () => (
  <div className="grid gap-5">
    <div className="flex items-center gap-5">
      <Skeleton width={96} height={96} className="rounded-full" />
      <Skeleton width={180} height={28} />
    </div>
    <Skeleton height={72} />
    <Skeleton height={72} />
    <Skeleton height={180} />
  </div>
)
