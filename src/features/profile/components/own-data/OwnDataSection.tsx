import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { legalKinds, legalPath } from '#contract/client-info/legal.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useOwnData } from '../../api/own-data.queries.ts'
import { Section } from '../Section.tsx'
import { DataCopy } from './DataCopy.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'

const ID = 'own-data'

/** A copy of everything about the person, and the deletion of the account. */
export const OwnDataSection = () => {
  const { t } = useTranslation('profile')
  const isOnline = useOnline()
  const { hash } = useLocation()
  const { data, isError, refetch } = useOwnData()
  const retry = () => void refetch()
  const isLoaded = data !== undefined
  // Mails link to this section, not to the top of the page.
  useEffect(() => {
    if (isLoaded && hash === `#${ID}`) document.getElementById(ID)?.scrollIntoView({ block: 'start' })
  }, [isLoaded, hash])
  return (
    <Section id={ID} title={t('ownData.title')} text={t('ownData.text')}>
      <ListState
        items={data && [data]}
        failed={isError}
        offline={!isOnline}
        filtered={false}
        loadingLabel={t('ownData.loading')}
        skeleton={<Skeleton height={160} />}
        empty={{ title: t('ownData.error') }}
        emptyFiltered={{ title: t('ownData.error'), clearLabel: t('devices.retry'), onClear: retry }}
        error={{ title: t('ownData.error'), retryLabel: t('devices.retry'), onRetry: retry }}
        offlineMessage={{ title: t('ownData.offline') }}
      >
        {([status]) =>
          status && (
            <div className="grid gap-8">
              <DataCopy copy={status.export} />
              <DeleteAccount deletion={status.deletion} />
            </div>
          )
        }
      </ListState>
      <p className="mt-4 flex flex-wrap gap-x-5 text-sm">
        {legalKinds.map((kind) => (
          <Link
            key={kind}
            to={legalPath(kind)}
            className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
          >
            {t(`ownData.${kind}`)}
          </Link>
        ))}
      </p>
    </Section>
  )
}
