/** How the six designs look on a screen. The document itself is drawn by the server. */
import type { Certificate } from '#contract/certificates/shapes.ts'

interface Look {
  /** Around the words. */
  readonly frame: string
  /** The line between name and title. */
  readonly rule: string
  readonly isCentred: boolean
}

const LOOKS: Readonly<Record<Certificate['design'], Look>> = {
  classic: {
    frame:
      'm-[2.5cqw] rounded-sm border-[0.5cqw] border-double border-primary outline-1 outline-offset-[0.8cqw] outline-line',
    rule: 'w-[24cqw] bg-primary',
    isCentred: true,
  },
  modern: { frame: 'border-s-[3.5cqw] border-primary', rule: 'w-[14cqw] bg-primary', isCentred: false },
  minimal: { frame: 'px-[4cqw]', rule: 'w-[8cqw] bg-line-strong', isCentred: false },
  bold: {
    frame: 'border-t-[7cqw] border-primary bg-linear-to-b from-primary-soft to-transparent',
    rule: 'w-[18cqw] bg-primary',
    isCentred: false,
  },
  frame: {
    frame: 'm-[2cqw] rounded-xl border-[1.6cqw] border-primary-soft ring-1 ring-primary ring-inset',
    rule: 'w-[24cqw] bg-decor-gold',
    isCentred: true,
  },
  portrait: {
    frame: 'border-y-[2.5cqw] border-primary',
    rule: 'w-[20cqw] bg-primary',
    isCentred: true,
  },
}

export const lookOf = (design: Certificate['design']): Look => LOOKS[design]
