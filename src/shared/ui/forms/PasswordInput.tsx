import { useState, type InputHTMLAttributes, type Ref } from 'react'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { cx } from '#src/shared/lib/cx.ts'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  showLabel: string
  hideLabel: string
  ref?: Ref<HTMLInputElement>
}

/** A password that may be looked at. Pasting is never blocked. */
export const PasswordInput = ({ showLabel, hideLabel, className, ref, ...rest }: Props) => {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        {...rest}
        ref={ref}
        type={shown ? 'text' : 'password'}
        className={cx('control pe-12 rtl:ps-12 rtl:pe-3 rtl:text-end', className)}
      />
      <button
        type="button"
        aria-label={shown ? hideLabel : showLabel}
        aria-pressed={shown}
        disabled={rest.disabled}
        className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-lg text-ink-muted hover:text-ink"
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden="true" size={20} />
      </button>
    </div>
  )
}
