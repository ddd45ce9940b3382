import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { foundClientsQuery } from '../../api/rollout.queries.ts'
import { targetKinds, type TargetDraft } from '../../model/rollout-target.ts'

type Props = { draft: TargetDraft; onChange: (draft: TargetDraft) => void }

/** For all clients, for a share of them, or for chosen ones. */
export const TargetFields = ({ draft, onChange }: Props) => {
  const { t } = useTranslation('platform')
  return (
    <div className="flex flex-col gap-4">
      <Segmented
        legend={t('rollout.whom')}
        value={draft.kind}
        options={targetKinds.map((value) => ({ value, label: t(`rollout.targets.${value}`) }))}
        onChange={(kind) => onChange({ ...draft, kind })}
      />
      {draft.kind === 'percent' && (
        <Field label={t('rollout.percent')} hint={t('rollout.percentHint')}>
          {(control) => (
            <TextInput
              {...control}
              type="number"
              dir="ltr"
              min={1}
              max={100}
              value={draft.percent}
              onChange={({ target }) => onChange({ ...draft, percent: target.value })}
            />
          )}
        </Field>
      )}
      {draft.kind === 'clients' && <ChosenClients draft={draft} onChange={onChange} />}
    </div>
  )
}

const ChosenClients = ({ draft, onChange }: Props) => {
  const { t } = useTranslation('platform')
  const [search, setSearch] = useState('')
  const found = useQuery(foundClientsQuery(search.trim()))
  const { chosen } = draft
  // Chosen ones stay in sight, whatever is searched.
  const shown = [
    ...chosen,
    ...(found.data?.results ?? []).filter(({ id }) => !chosen.some((each) => each.id === id)),
  ]
  return (
    <div className="flex flex-col gap-2">
      <SearchField label={t('clients.search')} className="w-full" value={search} onChange={setSearch} />
      <p className="text-sm text-ink-muted">{t('rollout.chosen', { count: chosen.length })}</p>
      <ListStates
        rows={found.data && shown}
        query={found}
        texts={{
          loading: t('clients.loading'),
          failed: t('clients.failed'),
          empty: { title: t('clients.none') },
        }}
        skeleton={{ rows: 3, className: 'h-11' }}
      >
        {(rows) => (
          <ul className="max-h-72 overflow-y-auto rounded-lg border border-line px-3">
            {rows.map(({ id, name }) => (
              <li key={id}>
                <Checkbox
                  label={<bdi>{name}</bdi>}
                  checked={chosen.some((each) => each.id === id)}
                  onChange={({ target }) =>
                    onChange({
                      ...draft,
                      chosen: target.checked
                        ? [...chosen, { id, name }]
                        : chosen.filter((each) => each.id !== id),
                    })
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  )
}
