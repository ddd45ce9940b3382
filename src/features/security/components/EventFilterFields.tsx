import { useTranslation } from 'react-i18next'
import { eventKinds } from '#contract/security/audit-actions.ts'
import { eventResults } from '#contract/security/security-events.ts'
import { ChoiceSelect, FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { EventFilters } from '../model/event-filters.ts'

type Props = {
  filters: EventFilters
  clients: readonly { id: number; name: string }[]
  ownClientId: number
  onChange: (changes: Partial<EventFilters>) => void
}

/** Kind, result and days; superadmins also choose the client. */
export const EventFilterFields = ({ filters, clients, ownClientId, onChange }: Props) => {
  const { t } = useTranslation('security')
  return (
    <>
      {clients.length > 1 && (
        <ChoiceSelect
          label={t('filters.client')}
          value={String(filters.of ?? ownClientId)}
          options={clients.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(next) => onChange({ of: Number(next) === ownClientId ? null : Number(next) })}
        />
      )}
      <FilterSelect
        label={t('filters.kind')}
        all={t('filters.all')}
        value={filters.kind}
        options={eventKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label={t('filters.result')}
        className="sm:w-40"
        all={t('filters.all')}
        value={filters.result}
        options={eventResults.map((value) => ({ value, label: t(`result.${value}`) }))}
        onChange={(result) => onChange({ result })}
      />
      {(['from', 'to'] as const).map((key) => (
        <Field key={key} label={t(`filters.${key}`)} className="sm:w-44">
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={filters[key] ?? ''}
              onChange={({ target }) => onChange({ [key]: target.value === '' ? null : target.value })}
            />
          )}
        </Field>
      ))}
    </>
  )
}
