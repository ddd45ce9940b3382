import BadgeCheck from 'lucide-react/icons/badge-check'
import Download from 'lucide-react/icons/download'
import Link2 from 'lucide-react/icons/link-2'
import UserPlus from 'lucide-react/icons/user-plus'
import { useTranslation } from 'react-i18next'
import { certificateFile, showSerial, verifyPath } from '#contract/certificates/serial.ts'
import type { Certificate } from '#contract/certificates/shapes.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { OtherFiles } from './OtherFiles.tsx'
import { doublesLetters, linkedInAddress, verifyAddress } from '../model/share.ts'

/** Ways to show a valid certificate to others. */
export const ShareActions = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useTranslation('certificates')
  const notify = useNotify()
  const { origin } = window.location
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(verifyAddress(certificate.serial, origin))
      notify({ kind: 'success', title: t('share.copied') })
    } catch {
      notify({ kind: 'error', title: t('share.copyFailed') })
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <a
        href={certificateFile(certificate.serial, 'pdf')}
        download={`certificate-${showSerial(certificate.serial)}.pdf`}
        className={buttonClass({ block: true })}
      >
        <Download aria-hidden="true" size={18} />
        {t('share.pdf')}
      </a>
      <a
        href={linkedInAddress(certificate, origin)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'secondary', block: true })}
      >
        <UserPlus aria-hidden="true" size={18} />
        {t('share.linkedIn')}
      </a>
      <Button
        variant="secondary"
        block
        icon={<Link2 aria-hidden="true" size={18} />}
        onClick={() => void copy()}
      >
        {t('share.copy')}
      </Button>
      <a
        href={verifyPath(certificate.serial)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'ghost', block: true })}
      >
        <BadgeCheck aria-hidden="true" size={18} />
        {t('share.verify')}
      </a>
      <OtherFiles serial={certificate.serial} />
      {doublesLetters(certificate) && <p className="text-sm text-ink-muted">{t('files.copying')}</p>}
    </div>
  )
}
