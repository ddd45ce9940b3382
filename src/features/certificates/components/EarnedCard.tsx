import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Certificate } from '#contract/certificates/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { CertificatePicture } from './CertificatePicture.tsx'
import { StateBadge } from './StateBadge.tsx'

/** An earned certificate: what it looks like, and the way to it. */
export const EarnedCard = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useTranslation('certificates')
  const language = useLanguage()
  const { title, issued_on: day, expires_on: end, state } = certificate
  return (
    <li className="card group relative flex flex-col overflow-hidden transition-shadow hover:shadow-float">
      <div className="relative aspect-1414/1000 bg-surface-sunken">
        <div className="absolute inset-1/20 flex items-center justify-center">
          <CertificatePicture
            certificate={certificate}
            className={cx('max-h-full', state !== 'valid' && 'certificate-ended')}
          />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <h3 className="font-semibold text-ink">
          <Link to={paths.certificate(certificate.serial)} className="after:absolute after:inset-0">
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <p className="text-sm text-ink-muted">{t('issued', { day: formatDate(day, language) })}</p>
        {state !== 'valid' && (
          <p className="mt-1">
            <StateBadge state={state} />
          </p>
        )}
        {state === 'valid' && end !== null && (
          <p className="text-sm text-ink-muted">{t('validUntil', { day: formatDate(end, language) })}</p>
        )}
      </div>
    </li>
  )
}
