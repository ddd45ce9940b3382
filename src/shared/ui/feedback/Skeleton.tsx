import type { CSSProperties } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Props = { width?: CSSProperties['width']; height?: CSSProperties['height']; className?: string }

/** The shape of something on its way; give it the size of what arrives. */
export const Skeleton = ({ width, height, className }: Props) => (
  <div aria-hidden="true" style={{ width, height }} className={cx('shimmer', className)} />
)

/** Lines of text on their way, the last one shorter. */
export const SkeletonText = ({ lines = 3, className }: { lines?: number; className?: string }) => (
  <div aria-hidden="true" className={cx('flex flex-col gap-2', className)}>
    {Array.from({ length: lines }, (_, index) => (
      <div key={index} style={{ width: index === lines - 1 ? '60%' : '100%' }} className="shimmer h-4" />
    ))}
  </div>
)
