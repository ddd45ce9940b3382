import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '#src/shared/lib/cx.ts'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> & {
  /** The accessible name; the button has no text. */
  label: string
  icon: ReactNode
  variant?: 'plain' | 'outline'
  ref?: Ref<HTMLButtonElement>
}

export const iconButtonClass = (variant: 'plain' | 'outline' = 'plain', className?: string): string =>
  cx(
    'relative inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-ink-muted transition-colors duration-150 hover:bg-surface-sunken hover:text-ink disabled:opacity-50',
    variant === 'outline' && 'border border-line-strong bg-surface-raised',
    className,
  )

/** A button with only an icon, 44 px square. Flip directional icons with `rtl:-scale-x-100`. */
export const IconButton = ({ label, icon, variant, className, type = 'button', ref, ...rest }: Props) => (
  <button
    {...rest}
    ref={ref}
    type={type}
    aria-label={label}
    title={rest.title ?? label}
    className={iconButtonClass(variant, className)}
  >
    {icon}
  </button>
)
