/** How the six designs look on a screen. The document itself is drawn by the server. */
import type { Certificate } from '#contract/certificates/shapes.ts'

interface Look {
  /** The class of the frame around the words, in `certificate.css`. */
  readonly frame: string
  readonly isCentred: boolean
}

const LOOKS: Readonly<Record<Certificate['design'], Look>> = {
  classic: { frame: 'certificate-classic', isCentred: true },
  modern: { frame: 'certificate-modern', isCentred: false },
  minimal: { frame: 'certificate-minimal', isCentred: false },
  bold: { frame: 'certificate-bold', isCentred: false },
  frame: { frame: 'certificate-frame', isCentred: true },
  portrait: { frame: 'certificate-portrait', isCentred: true },
}

export const lookOf = (design: Certificate['design']): Look => LOOKS[design]
