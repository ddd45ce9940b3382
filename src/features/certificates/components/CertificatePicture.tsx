import type { Certificate } from '#contract/certificates/shapes.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { CertificateSheet } from './CertificateSheet.tsx'

/** What the certificate looks like; the words beside it say the same. */
export const CertificatePicture = ({
  certificate,
  className,
}: {
  certificate: Certificate
  className?: string
}) => (
  <CertificateSheet
    isPicture
    data={certificate}
    className={cx(certificate.orientation === 'portrait' ? 'h-full' : 'w-full', className)}
  />
)
