import { useTranslation } from 'react-i18next'
import { showSerial } from '#contract/certificates/serial.ts'
import type { Certificate } from '#contract/certificates/shapes.ts'
import { directionOf } from '#contract/languages.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { lookOf } from '../model/looks.ts'
import '../certificate.css'

type SheetData = Pick<
  Certificate,
  | 'kind'
  | 'title'
  | 'recipient_name'
  | 'issuer_name'
  | 'language'
  | 'issued_on'
  | 'expires_on'
  | 'serial'
  | 'design'
  | 'orientation'
  | 'signatures'
>

type Props = {
  data: SheetData
  /** A small one on a card is decoration: the card says the same in words. */
  isPicture?: boolean
  className?: string
}

/** The certificate as a page: its text grows and wraps, so it reads on a phone and aloud. */
export const CertificateSheet = ({ data, isPicture = false, className }: Props) => {
  const look = lookOf(data.design)
  const isPortrait = data.orientation === 'portrait' || data.design === 'portrait'
  return (
    <div
      aria-hidden={isPicture || undefined}
      className={cx(
        'certificate relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface-raised text-ink shadow-card',
        isPicture && (isPortrait ? 'certificate-picture certificate-upright' : 'certificate-picture'),
        className,
      )}
    >
      <div className={cx('flex min-h-0 flex-1 flex-col', look.frame)}>
        <Words data={data} isPicture={isPicture} isCentred={look.isCentred} />
      </div>
    </div>
  )
}

type WordsProps = { data: SheetData; isPicture: boolean; isCentred: boolean }

const Words = ({ data, isPicture, isCentred }: WordsProps) => {
  const { t } = useTranslation('certificates')
  const language = useLanguage()
  const Heading = isPicture ? 'p' : 'h2'
  return (
    <div
      dir={directionOf(language)}
      className={cx(
        'certificate-words flex min-h-0 flex-1 flex-col justify-center',
        isCentred && 'items-center text-center',
      )}
    >
      <p className="certificate-issuer font-semibold text-primary-text">
        <bdi>{data.issuer_name}</bdi>
      </p>
      <div>
        <p className="certificate-small text-ink-muted">{t('sheet.awarded')}</p>
        <Heading className="certificate-name leading-tight font-bold tracking-tight wrap-anywhere">
          <bdi>{data.recipient_name}</bdi>
        </Heading>
      </div>
      <span aria-hidden="true" className="certificate-rule rounded-full" />
      <div>
        <p className="certificate-small text-ink-muted">{t(`sheet.${data.kind}`)}</p>
        <p className="certificate-title leading-snug font-semibold wrap-anywhere">
          <bdi>{data.title}</bdi>
        </p>
      </div>
      <Foot data={data} isPicture={isPicture} isCentred={isCentred} />
    </div>
  )
}

const Foot = ({ data, isPicture, isCentred }: WordsProps) => {
  const { t } = useTranslation('certificates')
  const language = useLanguage()
  return (
    <div className={cx('certificate-foot certificate-small flex flex-wrap', isCentred && 'justify-center')}>
      {data.signatures.map(({ name, role }) => (
        <p key={`${name}-${role}`} className="certificate-signature border-t border-line-strong">
          <bdi className="block font-semibold">{name}</bdi>
          <bdi className="text-ink-muted">{role}</bdi>
        </p>
      ))}
      <p>
        <span className="block font-semibold">{formatDate(data.issued_on, language)}</span>
        <span className="text-ink-muted">{t('sheet.issuedOn')}</span>
      </p>
      {!isPicture && (
        <p>
          <span dir="ltr" className="block font-mono font-semibold">
            {showSerial(data.serial)}
          </span>
          <span className="text-ink-muted">{t('sheet.number')}</span>
        </p>
      )}
    </div>
  )
}
