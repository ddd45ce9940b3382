import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { readSerial, showSerial } from '#contract/certificates/serial.ts'
import type { Certificate } from '#contract/certificates/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { paths } from '#src/core/paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { ownCertificatesQuery } from '../api/certificates.queries.ts'
import { CertificateSheet } from '../components/CertificateSheet.tsx'
import { CriteriaList } from '../components/CriteriaList.tsx'
import { ShareActions } from '../components/ShareActions.tsx'

/** /certificates/{serial}: one own certificate, to read and to share. */
export const CertificatePage = () => {
  const { t } = useTranslation('certificates')
  const serial = readSerial(useParams()['serial'] ?? '')
  const query = useQuery(ownCertificatesQuery())
  const certificate = query.data?.earned.find((each) => each.serial === serial)
  return (
    <ListStates
      rows={query.data && (certificate ? [certificate] : [])}
      query={query}
      texts={{
        loading: t('loading'),
        failed: t('failed'),
        empty: {
          title: t('notFound.title'),
          text: t('notFound.text'),
          action: (
            <Link to={paths.certificates} className={buttonClass()}>
              {t('back')}
            </Link>
          ),
        },
      }}
      skeleton={{ rows: 1, className: 'h-120' }}
    >
      {([found]) => found && <Found certificate={found} />}
    </ListStates>
  )
}

const Found = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useTranslation('certificates')
  const { title, state, criteria, kind } = certificate
  return (
    <article>
      <PageHeader
        above={<BackLink to={paths.certificates}>{t('back')}</BackLink>}
        title={<bdi>{title}</bdi>}
        text={t(state === 'valid' ? 'congratulations' : `stateTitles.${state}`)}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <StateAlert certificate={certificate} />
          <CertificateSheet data={certificate} />
        </div>
        <div className="flex flex-col gap-6">
          {state === 'valid' && (
            <section aria-labelledby="certificate-share" className="card p-5">
              <h2 id="certificate-share" className="mb-4 text-lg font-semibold text-ink">
                {t('share.title')}
              </h2>
              <ShareActions certificate={certificate} />
            </section>
          )}
          <section aria-labelledby="certificate-facts" className="card p-5">
            <h2 id="certificate-facts" className="mb-3 text-lg font-semibold text-ink">
              {t('facts')}
            </h2>
            <CriteriaList criteria={criteria} kind={kind} />
            <Facts certificate={certificate} />
          </section>
        </div>
      </div>
    </article>
  )
}

const StateAlert = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useTranslation('certificates')
  const language = useLanguage()
  const { state, revoked_at: at, revoked_reason: reason, expires_on: end } = certificate
  if (state === 'revoked')
    return (
      <Alert kind="error" title={t('revoked.title', { day: formatDate(at ?? '', language) })}>
        {reason === null ? t('revoked.refund') : t('revoked.reason', { reason: isolated(reason) })}
      </Alert>
    )
  if (state === 'expired')
    return (
      <Alert kind="warning" title={t('expired.title', { day: formatDate(end ?? '', language) })}>
        {t('expired.text')}
      </Alert>
    )
  return null
}

const Facts = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useTranslation('certificates')
  const language = useLanguage()
  const { serial, expires_on: end } = certificate
  return (
    <dl className="mt-5 flex flex-col gap-3 border-t border-line pt-4 text-sm">
      <div>
        <dt className="text-ink-muted">{t('sheet.number')}</dt>
        <dd dir="ltr" className="font-mono font-medium text-ink rtl:text-end">
          {showSerial(serial)}
        </dd>
      </div>
      {end !== null && (
        <div>
          <dt className="text-ink-muted">{t('expiresOn')}</dt>
          <dd className="font-medium text-ink">{formatDate(end, language)}</dd>
        </div>
      )}
    </dl>
  )
}
