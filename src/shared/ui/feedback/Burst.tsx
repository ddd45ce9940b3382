import { cx } from '#src/shared/lib/cx.ts'
import './burst.css'

const PIECES = Array.from({ length: 14 }, (_, index) => index)

/** Decorative pieces that fly apart once, inside their container, and are gone after 600 ms. */
export const Burst = ({ size = 'sm' }: { size?: 'sm' | 'lg' }) => (
  <span aria-hidden="true" className={cx('burst', size === 'lg' && 'burst-lg')}>
    {PIECES.map((piece) => (
      <i key={piece} />
    ))}
  </span>
)
