import { useState } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { initials } from '#src/shared/lib/text/initials.ts'
import { AVATAR_GRADIENTS } from '#contract/client-info/decor.ts'

type Props = {
  name: string
  src?: string | null | undefined
  /** Pixels. */
  size?: number
  className?: string
  /** Leave it empty where the name stands beside the picture. */
  alt?: string
}

/**
 * The picture, or initials on one of eight gradients chosen by the length of the name (spec 3: Avatar
 * fallback).
 */
export const Avatar = ({ name, src, size = 40, className, alt = '' }: Props) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const box = { width: size, height: size }
  if (src && failedSrc !== src)
    return (
      <img
        src={src}
        alt={alt}
        style={box}
        className={cx('shrink-0 rounded-full bg-surface-sunken object-cover', className)}
        onError={() => setFailedSrc(src)}
      />
    )
  const nth = (name.length % AVATAR_GRADIENTS.length) + 1
  const gradient = `linear-gradient(135deg, var(--avatar-${nth}), var(--avatar-${nth}-end))`
  return (
    <span
      // An attribute, not text: beside a name or in a named button, screen readers would read it twice.
      data-initials={initials(name)}
      role={alt ? 'img' : undefined}
      aria-label={alt || undefined}
      aria-hidden={alt ? undefined : true}
      style={{
        ...box,
        fontSize: size * 0.38,
        backgroundColor: `var(--avatar-${nth})`,
        backgroundImage: gradient,
        color: 'white',
      }}
      className={cx(
        'inline-flex shrink-0 select-none items-center justify-center rounded-full font-semibold leading-none before:content-[attr(data-initials)]',
        className,
      )}
    />
  )
}
