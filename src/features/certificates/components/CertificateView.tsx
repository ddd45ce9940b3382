import { useState } from 'react'
import { certificateFile } from '#contract/certificates/serial.ts'
import type { Certificate } from '#contract/certificates/shapes.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { CertificateSheet } from './CertificateSheet.tsx'

/** Ended certificates have no picture any more. */
export const hasPicture = ({ state }: Pick<Certificate, 'state'>): boolean =>
  state === 'valid' || state === 'expired'

/**
 * The true certificate on wide screens. The sheet says the same in words: for screen readers, for phones, where the picture
 * would be too small to read, and without a connection.
 */
export const CertificateView = ({ certificate }: { certificate: Certificate }) => {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <div>
      {hasPicture(certificate) && (
        <img
          src={certificateFile(certificate.serial, 'picture')}
          alt=""
          onLoad={() => setLoaded(true)}
          className={cx(
            'max-h-[85vh] rounded-lg border border-line shadow-card',
            isLoaded ? 'hidden sm:block' : 'hidden',
          )}
        />
      )}
      <div className={cx(isLoaded && 'sm:sr-only')}>
        <CertificateSheet data={certificate} />
      </div>
    </div>
  )
}
