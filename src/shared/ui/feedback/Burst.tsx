import { useEffect, useRef, type ReactNode } from 'react'
import { useMediaQuery } from '#src/shared/lib/hooks/use-media-query.ts'
import { cx } from '#src/shared/lib/cx.ts'

/** Where each piece flies to, as shares of the reach and of the rise. */
const PIECES = [
  [-1, -0.2],
  [-0.86, 0.7],
  [-0.72, -0.8],
  [-0.58, 0.2],
  [-0.42, -1],
  [-0.3, 0.9],
  [-0.12, -0.7],
  [0.12, 0.8],
  [0.3, -0.95],
  [0.44, 0.4],
  [0.58, -0.5],
  [0.74, 0.95],
  [0.88, -0.7],
  [1, 0.15],
] as const
const COLOURS = ['bg-decor-gold', 'bg-decor-flame', 'bg-on-primary'] as const
const LARGE_COLOURS = ['bg-decor-gold', 'bg-decor-flame', 'bg-primary'] as const
const REACH = { sm: [150, 24], lg: [300, 130] } as const
const BURST_MS = 600
const POP_MS = 450
const REDUCED = '(prefers-reduced-motion: reduce)'

/** The device's setting, or the person's own (`core/theme/display.ts`). */
const useStillness = () => useMediaQuery(REDUCED) || document.documentElement.dataset['motion'] === 'reduced'

/** Decorative pieces that fly apart once, inside their container; without motion there are none. */
export const Burst = ({ size = 'sm' }: { size?: 'sm' | 'lg' }) => {
  const container = useRef<HTMLSpanElement>(null)
  const isStill = useStillness()
  useEffect(() => {
    const [reach, rise] = REACH[size]
    const pieces = [...(container.current?.children ?? [])]
    const animations = pieces.map((piece, index) => {
      const [x, y] = PIECES[index] ?? [0, 0]
      // Only transforms and opacity move.
      return (piece as Partial<Element>).animate?.call(
        piece,
        [
          { opacity: 0, transform: 'translate(0, 0) scale(0.4)' },
          { opacity: 1, offset: 0.3 },
          { opacity: 0, transform: `translate(${x * reach}px, ${y * rise}px) rotate(220deg)` },
        ],
        { duration: BURST_MS, easing: 'cubic-bezier(0.15, 0.7, 0.3, 1)' },
      )
    })
    return () => {
      for (const animation of animations) animation?.cancel()
    }
  }, [size, isStill])
  if (isStill) return null
  const colours = size === 'lg' ? LARGE_COLOURS : COLOURS
  return (
    <span
      ref={container}
      aria-hidden="true"
      data-burst
      className="pointer-events-none absolute inset-0 overflow-hidden rounded-[inherit]"
    >
      {PIECES.map(([x], index) => (
        <i
          key={x}
          className={cx(
            'absolute start-1/2 top-1/2 opacity-0',
            index % 3 === 1 ? 'rounded-full' : 'rounded-xs',
            size === 'lg' ? 'size-3' : 'size-2',
            colours[index % colours.length],
          )}
        />
      ))}
    </span>
  )
}

/** What is inside appears with a small bounce; without motion it is simply there. */
export const Pop = ({ className, children }: { className?: string; children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null)
  const isStill = useStillness()
  useEffect(() => {
    if (isStill) return
    const animation = (element.current as Partial<Element> | null)?.animate?.call(
      element.current as Element,
      [
        { opacity: 0, transform: 'translateY(-10px) scale(0.9)' },
        { opacity: 1, transform: 'none' },
      ],
      { duration: POP_MS, easing: 'cubic-bezier(0.2, 1.3, 0.4, 1)' },
    )
    return () => animation?.cancel()
  }, [isStill])
  return (
    <div ref={element} className={className}>
      {children}
    </div>
  )
}
