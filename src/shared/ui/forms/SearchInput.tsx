import Search from 'lucide-react/icons/search'
import type { InputHTMLAttributes } from 'react'
import { cx } from '#src/shared/lib/cx.ts'
import { TextInput } from './TextInput.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { 'aria-label': string }

/** A search input. `className` positions it; its accessible name says what is searched. */
export const SearchInput = ({ className, ...rest }: Props) => (
  <div className={cx('relative', className)}>
    <Search
      aria-hidden="true"
      size={18}
      className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-muted"
    />
    {/* Padding on both sides: with text of the other direction, the browser's clear button moves to the
      icon's side. */}
    <TextInput {...rest} type="search" className="px-10" />
  </div>
)
