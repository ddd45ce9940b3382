import { useState } from 'react'
import { certificateFile } from '#contract/certificates/serial.ts'
import type { Certificate } from '#contract/certificates/shapes.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { CertificateSheet } from './CertificateSheet.tsx'

type Props = { certificate: Certificate; className?: string }

/**
 * The document itself. What it says stands beside it in words, so it is decoration. A certificate that is not valid has no
 * picture, and none can be drawn without a connection: then its page takes the place.
 */
export const CertificatePicture = ({ certificate, className }: Props) => {
  const [isMissing, setMissing] = useState(certificate.state !== 'valid')
  const [isLoaded, setLoaded] = useState(false)
  const isPortrait = certificate.orientation === 'portrait'
  const size = cx(isPortrait ? 'h-full aspect-1000/1414' : 'w-full aspect-1414/1000', className)
  if (isMissing) return <CertificateSheet isPicture data={certificate} className={size} />
  return (
    <img
      src={certificateFile(certificate.serial, 'picture')}
      alt=""
      loading="lazy"
      decoding="async"
      className={cx(
        'rounded-lg border border-line bg-surface-raised object-contain shadow-card transition-opacity duration-200',
        !isLoaded && 'opacity-0',
        size,
      )}
      onLoad={() => setLoaded(true)}
      onError={() => setMissing(true)}
    />
  )
}
