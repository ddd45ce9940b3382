import type { ReactNode } from 'react'
import { Bird } from './Bird.tsx'

const LINE = 'var(--primary-text)'
const SOFT = 'var(--primary-soft)'
const PAPER = 'var(--surface-raised)'
const MUTED = 'var(--line-strong)'
const GOLD = 'var(--decor-gold)'
const FLAME = 'var(--decor-flame)'

const paper = { fill: PAPER, stroke: LINE }
const muted = { stroke: MUTED, fill: 'none' }
const gold = { fill: GOLD, stroke: 'var(--decor-gold-edge)', strokeWidth: 1.5 }

/** A star of five points around a centre. */
const Star = ({ x, y, r }: { x: number; y: number; r: number }) => {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (Math.PI / 5) * index - Math.PI / 2
    const reach = index % 2 === 0 ? r : r * 0.45
    return `${(x + reach * Math.cos(angle)).toFixed(1)} ${(y + reach * Math.sin(angle)).toFixed(1)}`
  })
  return <path d={`M${points.join('L')}Z`} {...gold} />
}

/** Scenes with the bird, for pages of learners that are still empty. */
export const scenes = {
  /** No course yet: on a pile of books, ready to start. */
  start: (
    <>
      <rect x="58" y="104" width="84" height="14" rx="4" {...paper} />
      <rect x="66" y="90" width="70" height="14" rx="4" fill="var(--decor-flame)" stroke={LINE} />
      <rect x="62" y="76" width="72" height="14" rx="4" {...paper} />
      <path d="M70 111h34M72 83h26" {...muted} />
      <Bird x={96} y={48} size={0.95} wing={40} mood="happy" />
      <path d="M146 118V40" stroke={LINE} strokeWidth="3" />
      <path d="M146 40c8-5 14 4 24-1v20c-10 5-16-4-24 1Z" {...gold} />
      <Star x={50} y={46} r={7} />
      <path d="M44 72v.1M164 84v.1M60 26v.1" stroke={FLAME} strokeWidth="5" />
    </>
  ),
  /** Nobody has written: the bird begins. */
  talk: (
    <>
      <Bird x={62} y={86} wing={30} />
      <path d="M42 118h50" {...muted} />
      <path
        d="M98 32h54a10 10 0 0 1 10 10v22a10 10 0 0 1-10 10h-38l-16 12v-12a10 10 0 0 1-10-10V42a10 10 0 0 1 10-10Z"
        {...paper}
      />
      <path d="M102 47h46M102 58h30" {...muted} strokeWidth="3.5" />
      <path
        d="M128 92h26a8 8 0 0 1 8 8v8a8 8 0 0 1-8 8h-30a8 8 0 0 1-8-8v-8a8 8 0 0 1 8-8Z"
        fill={SOFT}
        stroke={LINE}
      />
      <path d="M139 112c-9-6-8-13-3-13 2 0 3 2 3 2s1-2 3-2c5 0 6 7-3 13Z" fill={FLAME} />
    </>
  ),
  /** No questions yet: the bird wonders. */
  ask: (
    <>
      <path d="M112 84 98 104l30-12a34 34 0 1 0-16-8Z" {...paper} />
      <path d="M119 52c0-15 23-15 23-1 0 10-11.5 9-11.5 19" stroke={LINE} strokeWidth="5" />
      <path d="M130.5 80v.1" stroke={FLAME} strokeWidth="7" />
      <Bird x={66} y={86} wing={15} />
      <path d="M44 118h52" {...muted} />
      <Star x={48} y={42} r={6} />
      <path d="M80 28v.1M166 100v.1" stroke={FLAME} strokeWidth="4.5" />
    </>
  ),
  /** No reviews yet: the first stars to give. */
  stars: (
    <>
      <path
        d="M94 30h66a10 10 0 0 1 10 10v32a10 10 0 0 1-10 10h-44l-16 13V82h-6a10 10 0 0 1-10-10V40a10 10 0 0 1 10-10Z"
        {...paper}
      />
      {[99, 113, 127, 141, 155].map((x) => (
        <Star key={x} x={x} y={49} r={6.5} />
      ))}
      <path d="M96 67h46" {...muted} strokeWidth="3.5" />
      <Bird x={56} y={88} mood="happy" wing={45} />
      <path d="M36 119h50" {...muted} />
      <path d="M126 100v.1M150 108v.1M44 44v.1" stroke={FLAME} strokeWidth="4.5" />
    </>
  ),
  /** No study time yet: asleep on the moon. */
  rest: (
    <>
      <path d="M118 26a46 46 0 1 0 40 66 38 38 0 0 1-40-66Z" {...gold} />
      <Bird x={122} y={63} size={0.9} mood="asleep" flipped />
      <path d="M66 34h11l-11 13h11M48 54h8l-8 10h8" {...muted} strokeWidth="3" />
      <Star x={160} y={40} r={6} />
      <Star x={50} y={96} r={5} />
      <path d="M36 80v.1M168 64v.1" stroke={FLAME} strokeWidth="4.5" />
    </>
  ),
  /** No ranks yet: first on the podium. */
  podium: (
    <>
      <rect x="40" y="92" width="38" height="28" rx="4" {...paper} />
      <rect x="122" y="98" width="38" height="22" rx="4" {...paper} />
      <rect x="78" y="76" width="44" height="44" rx="4" fill={SOFT} stroke={LINE} />
      <Star x={100} y={98} r={13} />
      <circle
        cx="59"
        cy="106"
        r="6"
        fill="var(--decor-silver)"
        stroke="var(--decor-silver-edge)"
        strokeWidth="1.5"
      />
      <circle
        cx="141"
        cy="109"
        r="5.5"
        fill="var(--decor-bronze)"
        stroke="var(--decor-bronze-edge)"
        strokeWidth="1.5"
      />
      <Bird x={99} y={47} size={0.95} mood="happy" wing={55} />
      <path d="M58 38l4 8M46 58l8 2M142 36l-4 8M154 56l-8 3" stroke={FLAME} strokeWidth="3" />
    </>
  ),
  /** Nothing to take yet: at the foot of the way. */
  path: (
    <>
      <path d="M28 118c34-2 74-4 96-14s14-24-4-28-14-18 8-24" stroke={PAPER} strokeWidth="15" />
      <path
        d="M28 118c34-2 74-4 96-14s14-24-4-28-14-18 8-24"
        stroke={LINE}
        strokeWidth="2.5"
        strokeDasharray="1 8"
      />
      <path d="M134 56V22" stroke={LINE} strokeWidth="3" />
      <path d="M134 22c8-4 14 4 24 0v17c-10 4-16-4-24 0Z" {...gold} />
      <circle cx="112" cy="78" r="5" fill={FLAME} />
      <circle cx="112" cy="107" r="5" fill={FLAME} />
      <Bird x={64} y={74} />
      <path d="M90 36c2-8 14-8 16 0 8-1 8 9 0 9H88c-7 0-7-9 2-9Z" {...paper} />
    </>
  ),
  /** Nothing saved, nothing to send: an empty box with somebody in it. */
  packed: (
    <>
      <path
        d="M56 40a13 13 0 0 1 2-26 20 20 0 0 1 37 1 13 13 0 0 1 3 25H56Z"
        {...paper}
        transform="translate(62 16)"
      />
      <path d="m130 46 7 7 13-14" stroke="var(--success)" strokeWidth="4.5" />
      <Bird x={92} y={68} wing={20} />
      <path d="M50 82h84l-6 34a5 5 0 0 1-5 4H61a5 5 0 0 1-5-4Z" {...paper} />
      <path d="M50 82 38 68M134 82l13-14" stroke={LINE} strokeWidth="3" />
      <path d="M78 98h28" {...muted} strokeWidth="5" />
      <Star x={44} y={42} r={6} />
    </>
  ),
} satisfies Record<string, ReactNode>
