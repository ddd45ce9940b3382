import { cx } from '#src/shared/lib/cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'cta'
export type ButtonSize = 'sm' | 'md' | 'lg'

const BASE =
  'inline-flex select-none items-center justify-center gap-2 rounded-lg border text-center font-semibold transition-colors duration-150 pointer-coarse:min-h-11 disabled:opacity-55 aria-disabled:opacity-55'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border-line-strong bg-surface-raised text-ink hover:bg-surface-sunken',
  ghost: 'border-transparent bg-transparent text-primary-text hover:bg-primary-soft',
  danger: 'border-transparent bg-error text-on-error hover:bg-error-hover',
  cta: 'border-transparent bg-cta text-on-cta hover:bg-cta-hover',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 py-1.5 text-sm',
  md: 'min-h-11 px-4 py-1.5 text-base',
  lg: 'min-h-12 px-6 py-1.5 text-lg',
}

/** The classes of a button, for a link that looks like one. */
export const buttonClass = ({
  variant = 'primary',
  size = 'md',
  block = false,
  className,
}: {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  block?: boolean | undefined
  className?: string | undefined
} = {}): string => cx(BASE, VARIANTS[variant], SIZES[size], block && 'w-full', className)
