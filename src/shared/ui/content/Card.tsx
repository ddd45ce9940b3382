import type { HTMLAttributes, Ref } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Props = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'article' | 'li'
  /** Padding: 16 px, 24 px on wide screens; `none` for pictures that reach the edge. */
  pad?: 'none' | 'md'
  ref?: Ref<HTMLElement>
}

/** A raised surface with a border. */
export const Card = ({ as: Tag = 'div', pad = 'md', className, ref, ...rest }: Props) => (
  <Tag {...rest} ref={ref as Ref<never>} className={cx('card', pad === 'md' && 'p-4 sm:p-6', className)} />
)
