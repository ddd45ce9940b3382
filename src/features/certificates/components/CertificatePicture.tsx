import { useState } from 'react'
import { certificateFile } from '#contract/certificates/serial.ts'
import type { Certificate } from '#contract/certificates/shapes.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { CertificateSheet } from './CertificateSheet.tsx'
import { hasPicture } from './CertificateView.tsx'

/** What the certificate looks like, drawn here until the true picture has come; the words beside it say the same. */
export const CertificatePicture = ({
  certificate,
  className,
}: {
  certificate: Certificate
  className?: string
}) => {
  const [isLoaded, setLoaded] = useState(false)
  const size = certificate.orientation === 'portrait' ? 'h-full' : 'w-full'
  return (
    <div className={cx('relative flex items-center justify-center', size, className)}>
      <CertificateSheet isPicture data={certificate} className={cx(size, isLoaded && 'invisible')} />
      {hasPicture(certificate) && (
        <img
          src={certificateFile(certificate.serial, 'picture')}
          alt=""
          loading="lazy"
          onLoad={() => setLoaded(true)}
          className={cx('absolute inset-0 size-full object-contain drop-shadow-sm', !isLoaded && 'opacity-0')}
        />
      )}
    </div>
  )
}
