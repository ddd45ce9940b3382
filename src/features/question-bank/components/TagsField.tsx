import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { tagsQuery } from '../api/bank.queries.ts'
import { suggestedTags, withTag } from '../model/tags.ts'

type Props = { value: string; onChange: (value: string) => void }

/** Tags separated by commas. Existing tags are suggested so that one thing gets one name. */
export const TagsField = ({ value, onChange }: Props) => {
  const { t } = useTranslation('question-bank')
  const tags = useQuery(tagsQuery())
  const suggested = suggestedTags(value, tags.data ?? [])
  return (
    <div>
      <Field label={t('field.tags')} hint={t('field.tagsHint')}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            value={value}
            maxLength={500}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {suggested.length > 0 && (
        <div role="group" aria-label={t('field.tagsKnown')} className="mt-2 flex flex-wrap gap-2">
          {suggested.map((tag) => (
            <button
              key={tag}
              type="button"
              aria-label={t('field.tagsAdd', { tag })}
              className="inline-flex min-h-11 max-w-full items-center rounded-full border border-line px-4 text-sm text-ink hover:border-line-strong hover:bg-surface-sunken"
              onClick={() => onChange(withTag(value, tag))}
            >
              <bdi className="truncate">{tag}</bdi>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
