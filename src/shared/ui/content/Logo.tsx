import { useState } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { firstLetter } from '#src/shared/lib/text/initials.ts'

type Props = {
  /** The client's name: the image's alt text, and the fallback without an image. */
  name: string
  src: string
  /** The full logo, or its square icon. */
  shape?: 'full' | 'icon'
  /** The icon, shown instead of the full logo on the narrowest screens. */
  narrowSrc?: string
  className?: string
}

/** The client's logo at a fixed height, so that the layout does not shift when it loads. */
export const Logo = ({ name, src, shape = 'full', narrowSrc, className }: Props) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const isIcon = shape === 'icon'
  if (!src || failedSrc === src)
    return (
      <span
        dir="auto"
        className={cx(
          'flex h-9 items-center truncate text-lg font-bold',
          isIcon && 'w-9 justify-center',
          className,
        )}
      >
        {isIcon ? <span aria-label={name}>{firstLetter(name)}</span> : name}
      </span>
    )
  const image = (
    <img
      src={src}
      alt={name}
      height={36}
      width={isIcon ? 36 : 160}
      className={cx('h-9 object-contain', isIcon ? 'w-9 rounded-lg' : 'w-auto max-w-40', className)}
      onError={() => setFailedSrc(src)}
    />
  )
  if (!narrowSrc) return image
  return (
    <picture>
      <source media="(max-width: 399px)" srcSet={narrowSrc} />
      {image}
    </picture>
  )
}
