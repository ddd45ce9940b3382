import { useState, type InputHTMLAttributes, type Ref } from 'react'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { cx } from '#src/shared/lib/cx.ts'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  showLabel: string
  hideLabel: string
  ref?: Ref<HTMLInputElement>
}

/** A password field with a show button. Pasting is never blocked. */
export const PasswordInput = ({ showLabel, hideLabel, className, ref, ...rest }: Props) => {
  const [isVisible, setIsVisible] = useState(false)
  const Icon = isVisible ? EyeOff : Eye
  return (
    <div className="relative">
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        {...rest}
        ref={ref}
        type={isVisible ? 'text' : 'password'}
        className={cx('control pe-12 rtl:ps-12 rtl:pe-3 rtl:text-end', className)}
      />
      <button
        type="button"
        aria-label={isVisible ? hideLabel : showLabel}
        aria-pressed={isVisible}
        disabled={rest.disabled}
        className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-lg text-ink-muted hover:text-ink"
        onClick={() => setIsVisible(!isVisible)}
      >
        <Icon aria-hidden="true" size={20} />
      </button>
    </div>
  )
}
