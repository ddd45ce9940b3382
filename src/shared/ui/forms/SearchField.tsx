import { useTypedSearch } from '#src/shared/lib/hooks/use-typed-search.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'

const FILTER_ROW = 'min-w-0 grow sm:max-w-sm sm:min-w-56'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Layout classes outside a row of filters. */
  className?: string
}

/** A search term. A change from elsewhere (filters cleared, browser back) replaces the typed text. */
export const SearchField = ({ label, value, onChange, className = FILTER_ROW }: Props) => {
  const search = useTypedSearch(value, onChange)
  return (
    <Field label={label} className={className}>
      {(control) => (
        <TextInput
          {...control}
          type="search"
          maxLength={200}
          value={search.text}
          onChange={(event) => search.setText(event.target.value)}
        />
      )}
    </Field>
  )
}
