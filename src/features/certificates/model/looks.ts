/** How the six designs look on a screen (`certificate.css`). The document itself is drawn by the server. */
import type { Certificate } from '#contract/certificates/shapes.ts'

interface Look {
  /** Around the words. */
  readonly frame: string
  /** The colour of the line between name and title. */
  readonly rule: string
  readonly isCentred: boolean
}

const LOOKS: Readonly<Record<Certificate['design'], Look>> = {
  classic: { frame: 'certificate-classic', rule: 'bg-primary', isCentred: true },
  modern: { frame: 'certificate-modern', rule: 'bg-primary', isCentred: false },
  minimal: { frame: 'certificate-minimal', rule: 'bg-line-strong', isCentred: false },
  bold: { frame: 'certificate-bold', rule: 'bg-primary', isCentred: false },
  frame: { frame: 'certificate-frame', rule: 'bg-decor-gold', isCentred: true },
  portrait: { frame: 'certificate-portrait', rule: 'bg-primary', isCentred: true },
}

export const lookOf = (design: Certificate['design']): Look => LOOKS[design]
