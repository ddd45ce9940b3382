import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { InProgress, OwnCertificates } from '#contract/certificates/certificates.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { ownCertificatesQuery } from '../api/certificates.queries.ts'
import { EarnedCard } from '../components/EarnedCard.tsx'
import { NameNote } from '../components/NameNote.tsx'
import { ProgressCard } from '../components/ProgressCard.tsx'
import { ReadyPanel } from '../components/ReadyPanel.tsx'

/** /certificates: what somebody earned, and what is missing for the rest. */
export const CertificatesPage = () => {
  const { t } = useTranslation('certificates')
  const query = useQuery(ownCertificatesQuery())
  const own = query.data
  const isEmpty = own !== undefined && own.earned.length === 0 && own.in_progress.length === 0
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      <ListStates
        rows={own && (isEmpty ? [] : [own])}
        query={query}
        texts={{
          loading: t('loading'),
          failed: t('failed'),
          empty: {
            title: t('empty.title'),
            text: t('empty.text'),
            action: (
              <Link to={paths.courses} className={buttonClass()}>
                {t('empty.action')}
              </Link>
            ),
          },
        }}
        skeleton={{
          rows: 3,
          className: 'h-72',
          list: 'grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3',
        }}
      >
        {([found]) => found && <Own own={found} />}
      </ListStates>
    </>
  )
}

const isReady = ({ state }: InProgress) => state === 'ready'

const Own = ({ own }: { own: OwnCertificates }) => {
  const { t } = useTranslation('certificates')
  const [first, ...others] = own.in_progress.filter(isReady)
  const open = own.in_progress.filter((entry) => !isReady(entry))
  return (
    <div className="flex flex-col gap-10">
      {first && <ReadyPanel name={own.name} ready={[first, ...others]} />}
      {own.earned.length > 0 && (
        <Group id="earned" title={t('earned')}>
          <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {own.earned.map((certificate) => (
              <EarnedCard key={certificate.id} certificate={certificate} />
            ))}
          </ul>
        </Group>
      )}
      {open.length > 0 && (
        <Group id="in-progress" title={t('inProgress')}>
          <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {open.map((entry) => (
              <ProgressCard key={`${entry.kind}-${entry.subject_id}`} entry={entry} />
            ))}
          </ul>
        </Group>
      )}
      <NameNote name={own.name} />
    </div>
  )
}

const Group = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <h2 id={id} className="mb-4 text-xl font-semibold text-ink">
      {title}
    </h2>
    {children}
  </section>
)
