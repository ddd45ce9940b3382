import Plus from 'lucide-react/icons/plus'
import type { ButtonHTMLAttributes, Ref } from 'react'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  /** The accessible name, which says where the node is added. */
  name: string
  ref?: Ref<HTMLButtonElement>
}

/** Adds a node to the outline. */
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
