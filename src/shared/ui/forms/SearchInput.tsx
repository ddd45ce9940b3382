import Search from 'lucide-react/icons/search'
import type { InputHTMLAttributes } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { TextInput } from './TextInput.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { 'aria-label': string }

/** A line to look for words in. `className` places it; its name says what is searched. */
export const SearchInput = ({ className, ...rest }: Props) => (
  <div className={cx('relative', className)}>
    <Search
      aria-hidden="true"
      size={18}
      className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-muted"
    />
    {/* Room on both sides: words of the other direction bring the browser's cross to the side of the sign. */}
    <TextInput {...rest} type="search" className="px-10" />
  </div>
)
