import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ManagedProvider } from '#contract/live/admin/providers.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { meetingsQuery, useTestMeetings } from '../../api/services.queries.ts'
import { ProviderTests } from './ProviderTests.tsx'
import { ServiceCard } from './ServiceCard.tsx'

const NAMES: Record<ManagedProvider, string> = { jitsi: 'Jitsi', bigbluebutton: 'BigBlueButton' }
const LINK = `${adminPaths.live}?settings=1`

/** Where live classes meet; its settings are in the area of live classes. */
export const MeetingsCard = () => {
  const { t } = useTranslation('settings')
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'admin_live'))
  const { data, error } = useQuery({ ...meetingsQuery(), enabled: !isOff })
  const test = useTestMeetings()
  if (isOff)
    return (
      <ServiceCard
        title={t('services.meetings.title')}
        state={{ text: t('services.off'), isGood: false }}
        text={t('services.meetings.off')}
      />
    )
  const names = (data?.providers ?? []).filter(({ url }) => url !== null).map(({ provider }) => provider)
  const isReady = names.length > 0
  return (
    <ServiceCard
      title={t('services.meetings.title')}
      state={data ? { text: t(isReady ? 'services.ready' : 'services.missing'), isGood: isReady } : null}
      text={t(isReady ? 'services.meetings.ready' : 'services.meetings.missing')}
      link={{ to: LINK, label: t('services.meetings.link') }}
    >
      {!data && !error && <Skeleton className="h-11 w-40 rounded-lg" />}
      {error && <Alert kind="error" title={errorText(error, t('loadFailed'))} />}
      {data && (
        <ProviderTests
          names={names}
          labelOf={(name) => NAMES[name]}
          failureText={(failure) => t(`services.meetings.failure.${failure}`)}
          test={test}
        />
      )}
    </ServiceCard>
  )
}
