import { useState } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { initials } from '#src/shared/lib/text/initials.ts'
import { ART_COLOURS } from '#contract/client-info/theme-roles.ts'

type Props = {
  name: string
  src?: string | null | undefined
  /** Pixels. */
  size?: number
  className?: string
  /** Leave it empty where the name stands beside the picture. */
  alt?: string
}

/** Picture, else initials on one of eight gradients chosen by the length of the name (spec §3 "Avatar fallback"). */
export const Avatar = ({ name, src, size = 40, className, alt = '' }: Props) => {
  const [broken, setBroken] = useState<string | null>(null)
  const box = { width: size, height: size }
  if (src && broken !== src)
    return (
      <img
        src={src}
        alt={alt}
        style={box}
        className={cx('shrink-0 rounded-full bg-surface-sunken object-cover', className)}
        onError={() => setBroken(src)}
      />
    )
  const colour = `var(--art-${(name.length % ART_COLOURS) + 1})`
  const gradient = `linear-gradient(135deg, ${colour}, color-mix(in srgb, ${colour} 78%, black))`
  return (
    <span
      // Not a text of the page: beside a name, or inside a named button, it would be read or count twice.
      data-initials={initials(name)}
      role={alt ? 'img' : undefined}
      aria-label={alt || undefined}
      aria-hidden={alt ? undefined : true}
      style={{
        ...box,
        fontSize: size * 0.38,
        backgroundColor: colour,
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
