import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'
import { Spinner } from './feedback/Spinner.tsx'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Full width, as primary buttons are on phones. */
  block?: boolean
  /** Keeps size, text and focus, and ignores presses. */
  pending?: boolean
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** Labelled with a verb. One primary button per view. */
export const Button = ({
  variant,
  size,
  block,
  pending = false,
  icon,
  type = 'button',
  className,
  children,
  onClick,
  ref,
  ...rest
}: Props) => (
  <button
    {...rest}
    ref={ref}
    type={pending ? 'button' : type}
    aria-busy={pending || undefined}
    aria-disabled={pending || rest['aria-disabled']}
    className={buttonClass({ variant, size, block, className })}
    onClick={pending ? undefined : onClick}
  >
    {pending ? <Spinner size={18} /> : icon}
    <span>{children}</span>
  </button>
)
