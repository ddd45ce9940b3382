import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { candidatesQuery } from '../../api/staff.queries.ts'

type Props = {
  assessmentId: number
  isPending: boolean
  error: unknown
  onAdd: (userId: number) => void
  onClose: () => void
}

/** Finds instructors who do not work on the assessment yet. */
export const StaffPicker = ({ assessmentId, isPending, error, onAdd, onClose }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const [search, setSearch] = useState('')
  const found = useQuery(candidatesQuery(assessmentId, search.trim()))
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('staff.pickTitle')}
      closeLabel={t('close')}
    >
      <SearchField label={t('staff.search')} className="mb-4" value={search} onChange={setSearch} />
      {Boolean(error) && <Alert kind="error" title={errorText(error, t('notSaved'))} />}
      <ListStates
        rows={found.data?.results}
        query={found}
        texts={{
          loading: t('staff.loading'),
          failed: t('staff.failed'),
          empty: { title: t('staff.nobody') },
          none: t('staff.noMatch'),
        }}
        skeleton={{ rows: 3, className: 'h-12' }}
        isNarrowed={search.trim() !== ''}
        onClear={() => setSearch('')}
      >
        {(people) => (
          <ul className="flex flex-col divide-y divide-line">
            {people.map(({ id, name, email }) => (
              <li key={id} className="flex items-center gap-3 py-2">
                <span className="min-w-0 flex-1">
                  <bdi className="block truncate text-ink">{name}</bdi>
                  {email !== null && <bdi className="block truncate text-sm text-ink-muted">{email}</bdi>}
                </span>
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={isPending}
                  aria-label={t('staff.addThis', { name })}
                  onClick={() => onAdd(id)}
                >
                  {t('staff.addShort')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Dialog>
  )
}
