import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { adminPaths } from '#src/core/admin-paths.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { servicesQuery } from '../../api/services.queries.ts'
import { MeetingsCard } from './MeetingsCard.tsx'
import { PaymentsCard } from './PaymentsCard.tsx'
import { ServiceCard } from './ServiceCard.tsx'
import { SmsCard } from './SmsCard.tsx'
import { StorageCard } from './StorageCard.tsx'

/** What the product needs of others, each with a try that says what happened. */
export const ServicesTab = () => {
  const { t } = useTranslation('settings')
  const query = useQuery(servicesQuery())
  return (
    <ListStates
      rows={query.data && [query.data]}
      query={query}
      texts={{ loading: t('loading'), failed: t('loadFailed'), empty: { title: t('title') } }}
      skeleton={{ rows: 2, className: 'h-56' }}
    >
      {([services]) =>
        services && (
          <div className="flex flex-col gap-6">
            <p className="max-w-reading text-ink-muted">{t('services.text')}</p>
            <div className="grid gap-6 lg:grid-cols-2">
              <SmsCard sms={services.sms} />
              <StorageCard kind={services.storage.kind} />
              <PaymentsCard />
              <MeetingsCard />
              <ServiceCard
                title={t('mail.title')}
                state={null}
                text={t('services.mailText')}
                link={{ to: `${adminPaths.settings}?part=mail`, label: t('services.mailLink') }}
              />
            </div>
          </div>
        )
      }
    </ListStates>
  )
}
