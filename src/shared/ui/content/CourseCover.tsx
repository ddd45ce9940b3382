import { useId, useState, type ReactNode } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { hashText, createRandom } from '#src/shared/lib/seed.ts'

type Props = {
  title: string
  src?: string | null | undefined
  /** Empty where the title stands beside the picture. */
  alt?: string | undefined
  className?: string
}

/** Pairs of brand colours that look good together. */
const COLOUR_PAIRS = [
  ['primary-500', 'primary-800'],
  ['primary-700', 'secondary-500'],
  ['secondary-500', 'secondary-800'],
  ['secondary-600', 'primary-800'],
  ['accent-500', 'primary-700'],
  ['primary-600', 'accent-500'],
  ['accent-400', 'accent-600'],
  ['secondary-400', 'primary-600'],
] as const

const WIDTH = 320
const HEIGHT = 180

type Draw = (next: () => number) => ReactNode

const times = <T,>(count: number, draw: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => draw(index))

/** Geometric patterns in translucent white over the gradient. */
const PATTERNS: readonly Draw[] = [
  // Rings around a corner.
  (next) => {
    const [x, y] = [next() > 0.5 ? WIDTH : 0, next() > 0.5 ? HEIGHT : 0]
    return times(6, (index) => (
      <circle
        key={index}
        cx={x}
        cy={y}
        r={44 + index * 38}
        fill="none"
        stroke="white"
        strokeWidth="14"
        opacity={0.16 - index * 0.02}
      />
    ))
  },
  // Overlapping discs.
  (next) =>
    times(7, (index) => (
      <circle
        key={index}
        cx={next() * WIDTH}
        cy={next() * HEIGHT}
        r={24 + next() * 56}
        fill="white"
        opacity={0.05 + next() * 0.09}
      />
    )),
  // Waves.
  (next) => {
    const lift = 20 + next() * 30
    return times(5, (index) => {
      const y = 36 + index * 32
      return (
        <path
          key={index}
          d={`M-10 ${y}C70 ${y - lift} 110 ${y + lift} 170 ${y}S270 ${y - lift} 330 ${y}V200H-10Z`}
          fill="white"
          opacity="0.075"
        />
      )
    })
  },
  // Tiles of triangles.
  (next) =>
    times(40, (index) => {
      const [x, y] = [(index % 8) * 40, Math.floor(index / 8) * 40]
      const isFlipped = next() > 0.5
      return (
        <path
          key={index}
          d={isFlipped ? `M${x} ${y}h40v40Z` : `M${x} ${y}v40h40Z`}
          fill="white"
          opacity={next() * 0.17}
        />
      )
    }),
  // A field of dots that grow towards one side.
  (next) => {
    const isFlipped = next() > 0.5
    // One path: a catalogue page would hold hundreds of elements otherwise.
    const dots = times(112, (index) => {
      const column = index % 16
      const r = (isFlipped ? 15 - column : column) * 0.38 + 0.8
      const d = 2 * r
      return `M${10 + column * 20 - r} ${14 + Math.floor(index / 16) * 25}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 ${-d} 0`
    })
    return <path d={dots.join('')} fill="white" opacity="0.2" />
  },
  // Slanted bars.
  (next) => {
    const slant = 60 + next() * 60
    return times(9, (index) => {
      const x = -slant + index * 44
      return (
        <path
          key={index}
          d={`M${x} 180 ${x + slant} 0h${8 + next() * 26}L${x + 24} 180Z`}
          fill="white"
          opacity={0.06 + next() * 0.1}
        />
      )
    })
  },
]

/** The course picture, or a drawing generated from the title in the client's colours. */
export const CourseCover = ({ title, src, alt = '', className }: Props) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const shape = cx('aspect-video w-full object-cover', className)
  if (src && failedSrc !== src)
    return (
      <img
        src={src}
        alt={alt}
        loading="lazy"
        width={WIDTH}
        height={HEIGHT}
        className={shape}
        onError={() => setFailedSrc(src)}
      />
    )
  return <GeneratedCover title={title} className={shape} />
}

const GeneratedCover = ({ title, className }: { title: string; className: string }) => {
  const id = useId()
  const next = createRandom(hashText(title))
  const [from, to] = COLOUR_PAIRS[Math.floor(next() * COLOUR_PAIRS.length)] as (typeof COLOUR_PAIRS)[number]
  const pattern = PATTERNS[Math.floor(next() * PATTERNS.length)] as Draw
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className={className}
    >
      <linearGradient
        id={id}
        x2="1"
        y2="1"
        gradientTransform={`rotate(${Math.round(next() * 50 - 25)} 0.5 0.5)`}
      >
        <stop style={{ stopColor: `var(--tenant-${from})` }} />
        <stop offset="1" style={{ stopColor: `var(--tenant-${to})` }} />
      </linearGradient>
      <rect width={WIDTH} height={HEIGHT} fill={`url(#${id})`} />
      {pattern(next)}
    </svg>
  )
}
