import type { CSSProperties } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Props = { width?: CSSProperties['width']; height?: CSSProperties['height']; className?: string }

/** A loading placeholder; give it the size of the content. */
export const Skeleton = ({ width, height, className }: Props) => (
  <div aria-hidden="true" style={{ width, height }} className={cx('shimmer', className)} />
)

/** Placeholder for lines of text, the last one shorter. */
export const SkeletonText = ({ lines = 3, className }: { lines?: number; className?: string }) => (
  <div aria-hidden="true" className={cx('flex flex-col gap-2', className)}>
    {Array.from({ length: lines }, (_, index) => (
      <div key={index} style={{ width: index === lines - 1 ? '60%' : '100%' }} className="shimmer h-4" />
    ))}
  </div>
)
