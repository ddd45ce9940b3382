import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { certificateFile } from '#contract/certificates/serial.ts'
import type { Certificate } from '#contract/certificates/shapes.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'

/** The certificate to keep: on paper, as a picture, and as the proof that other systems read. */
export const Downloads = ({ certificate: { serial } }: { certificate: Pick<Certificate, 'serial'> }) => {
  const { t } = useTranslation('certificates')
  return (
    <div className="flex flex-col gap-3">
      <a href={certificateFile(serial, 'pdf')} download className={buttonClass({ block: true })}>
        <Download aria-hidden="true" size={18} />
        {t('download.pdf')}
      </a>
      <div className="grid grid-cols-2 gap-3">
        <a
          href={certificateFile(serial, 'picture')}
          download={`certificate-${serial}.png`}
          className={buttonClass({ variant: 'secondary', block: true })}
        >
          {t('download.picture')}
        </a>
        <a
          href={certificateFile(serial, 'badge')}
          download
          className={buttonClass({ variant: 'secondary', block: true })}
        >
          {t('download.badge')}
        </a>
      </div>
      <p className="text-sm text-ink-muted">
        {t('download.hint')}{' '}
        <a
          href={certificateFile(serial, 'credential')}
          download
          className="font-medium text-primary-text hover:underline"
        >
          {t('download.credential')}
        </a>
      </p>
    </div>
  )
}
