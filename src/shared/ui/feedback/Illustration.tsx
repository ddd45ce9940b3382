import type { ReactNode } from 'react'
import { scenes } from './scenes.tsx'

type Plain = 'empty' | 'search' | 'error' | 'notFound' | 'offline' | 'inactive' | 'denied'
export type IllustrationName = Plain | keyof typeof scenes

const LINE = 'var(--primary-text)'
const SOFT = 'var(--primary-soft)'
const PAPER = 'var(--surface-raised)'
const MUTED = 'var(--line-strong)'
const ACCENT = 'var(--primary)'

const paper = { fill: PAPER, stroke: LINE }
const muted = { stroke: MUTED, fill: 'none' }

const DRAWINGS: Record<IllustrationName, ReactNode> = {
  ...scenes,
  empty: (
    <>
      <path d="M100 52c-14-10-32-12-50-9v58c18-3 36-1 50 9 14-10 32-12 50-9V43c-18-3-36-1-50 9Z" {...paper} />
      <path d="M100 52v58" stroke={LINE} />
      <path d="M62 58c9-1 18 0 26 4M62 72c9-1 18 0 26 4M62 86c9-1 18 0 26 4" {...muted} />
      <path d="M122 47v26l7-6 7 6V44" fill={ACCENT} stroke={ACCENT} />
      <path d="M100 34V22M78 36l-6-10M122 36l6-10" stroke={LINE} />
    </>
  ),
  search: (
    <>
      <rect x="44" y="34" width="76" height="30" rx="6" {...paper} />
      <rect x="44" y="74" width="76" height="30" rx="6" {...paper} />
      <path d="M54 46h34M54 54h22M54 86h34M54 94h18" {...muted} />
      <circle cx="126" cy="76" r="24" {...paper} strokeWidth="4" />
      <path d="m144 94 18 18" stroke={ACCENT} strokeWidth="8" />
      <path d="M117 76h18" stroke={LINE} strokeWidth="3" />
    </>
  ),
  error: (
    <>
      <rect x="42" y="34" width="116" height="78" rx="8" {...paper} />
      <path d="M42 52h116" stroke={LINE} />
      <path d="M52 43h.1M60 43h.1M68 43h.1" stroke={LINE} strokeWidth="4" />
      <path d="m54 94 18-16 14 10 12-14" {...muted} />
      <path d="m104 84 14-12 24 20" {...muted} />
      <circle cx="148" cy="102" r="19" fill={ACCENT} stroke={PAPER} strokeWidth="4" />
      <path d="M148 93v10M148 110v.1" stroke="var(--on-primary)" strokeWidth="4" />
    </>
  ),
  notFound: (
    <>
      <path d="m44 48 36-12 40 12 36-12v64l-36 12-40-12-36 12V48Z" {...paper} />
      <path d="M80 36v64M120 48v64" {...muted} />
      <path
        d="M58 90c10-14 22 4 32-10s20-6 26-12"
        stroke={LINE}
        strokeDasharray="1 7"
        fill="none"
        strokeWidth="3"
      />
      <path
        d="M132 66c-10-12-16-18-16-27a16 16 0 0 1 32 0c0 9-6 15-16 27Z"
        fill={ACCENT}
        stroke={PAPER}
        strokeWidth="3"
      />
      <circle cx="132" cy="39" r="6" fill={PAPER} />
    </>
  ),
  offline: (
    <>
      <path d="M66 102a22 22 0 0 1-2-44 34 34 0 0 1 65-4 25 25 0 0 1 5 48H66Z" {...paper} />
      <path d="M78 76a32 32 0 0 1 44 0M86 86a20 20 0 0 1 28 0" {...muted} strokeWidth="4" />
      <circle cx="100" cy="94" r="3.5" fill={LINE} />
      <path d="m60 36 84 84" stroke={SOFT} strokeWidth="12" />
      <path d="m60 36 84 84" stroke={ACCENT} strokeWidth="5" />
    </>
  ),
  inactive: (
    <>
      <path d="M52 58h96v52H52z" {...paper} />
      <path
        d="M48 58 58 36h84l10 22a12 12 0 0 1-26 0 13 13 0 0 1-26 0 13 13 0 0 1-26 0 12 12 0 0 1-26 0Z"
        fill={SOFT}
        stroke={LINE}
      />
      <path d="M112 110V84h24v26" stroke={LINE} fill="none" />
      <path d="m70 78 14-8 14 8" stroke={LINE} fill="none" />
      <rect x="62" y="78" width="44" height="18" rx="4" fill={ACCENT} stroke="none" />
      <path d="M72 87h24" stroke="var(--on-primary)" strokeWidth="3" />
    </>
  ),
  denied: (
    <>
      <path d="M100 24c14 10 28 14 44 14 0 36-12 60-44 76-32-16-44-40-44-76 16 0 30-4 44-14Z" {...paper} />
      <rect x="80" y="62" width="40" height="30" rx="6" fill={ACCENT} stroke="none" />
      <path d="M88 62v-8a12 12 0 0 1 24 0v8" stroke={LINE} strokeWidth="4" fill="none" />
      <path d="M100 74v7" stroke="var(--on-primary)" strokeWidth="4" />
    </>
  ),
}

/** A small decorative drawing in the client's colours; the text beside it carries the meaning. */
export const Illustration = ({ name, className }: { name: IllustrationName; className?: string }) => (
  <svg
    aria-hidden="true"
    viewBox="20 10 160 120"
    width="171"
    height="128"
    fill="none"
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={className}
  >
    <ellipse cx="100" cy="74" rx="76" ry="52" fill={SOFT} />
    {DRAWINGS[name]}
  </svg>
)
