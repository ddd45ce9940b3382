import Plus from 'lucide-react/icons/plus'
import type { ButtonHTMLAttributes, Ref } from 'react'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  /** Says where to; the sight of it does for who sees it. */
  name: string
  ref?: Ref<HTMLButtonElement>
}

/** Adds a line of the outline. */
export const AddButton = ({ label, name, ref, ...rest }: Props) => (
  <button
    {...rest}
    ref={ref}
    type="button"
    aria-label={name}
    className="inline-flex min-h-9 items-center gap-1.5 rounded-lg px-2 text-sm font-medium text-primary-text hover:bg-primary-soft pointer-coarse:min-h-11"
  >
    <Plus aria-hidden="true" size={16} />
    {label}
  </button>
)
