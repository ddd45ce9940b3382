import { useState } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { firstLetter } from '#src/shared/lib/text/initials.ts'

type Props = {
  /** Name of the client: the picture's text, and what is shown when there is no picture. */
  name: string
  src: string
  /** The whole logo, or its square icon. */
  shape?: 'full' | 'icon'
  /** The icon, to stand in for the whole logo on the narrowest screens. */
  narrowSrc?: string
  className?: string
}

/** The client's logo in a room of fixed height, so that nothing moves when it arrives; its name when it cannot be had. */
export const Logo = ({ name, src, shape = 'full', narrowSrc, className }: Props) => {
  const [broken, setBroken] = useState<string | null>(null)
  const icon = shape === 'icon'
  if (!src || broken === src)
    return (
      <span
        dir="auto"
        className={cx(
          'flex h-9 items-center truncate text-lg font-bold',
          icon && 'w-9 justify-center',
          className,
        )}
      >
        {icon ? <span aria-label={name}>{firstLetter(name)}</span> : name}
      </span>
    )
  const image = (
    <img
      src={src}
      alt={name}
      height={36}
      width={icon ? 36 : 160}
      className={cx('h-9 object-contain', icon ? 'w-9 rounded-lg' : 'w-auto max-w-40', className)}
      onError={() => setBroken(src)}
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
