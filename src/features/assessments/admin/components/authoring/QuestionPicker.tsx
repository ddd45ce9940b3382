import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import type { AssessmentForm } from '../../model/assessment-form.ts'
import { useQuestionBank } from '../../model/question-bank.ts'

type Fixed = AssessmentForm['fixed']
type Props = { chosen: Fixed; onAdd: (question: Fixed[number]) => void; onClose: () => void }

/** Finds questions of the bank by text or number and shows the first twenty. */
export const QuestionPicker = ({ chosen, onAdd, onClose }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const [search, setSearch] = useState('')
  const matches = useQuestionBank().useSearch(search)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      className="sm:max-w-2xl!"
      title={t('pick.title')}
      closeLabel={t('close')}
    >
      <SearchField label={t('pick.search')} className="mb-4" value={search} onChange={setSearch} />
      <ListStates
        rows={matches.data?.results}
        query={matches}
        texts={{
          loading: t('pick.loading'),
          failed: t('pick.failed'),
          empty: { title: t('pick.empty') },
          none: t('pick.none'),
        }}
        skeleton={{ rows: 1, className: 'h-40' }}
        isNarrowed={search.trim() !== ''}
        onClear={() => setSearch('')}
      >
        {(items) => (
          <ul className="flex flex-col divide-y divide-line">
            {items.map(({ id, topic_id, difficulty, state, prompt }) => {
              const isChosen = chosen.some((each) => each.id === id)
              return (
                <li key={id} className="flex items-center gap-3 py-2">
                  <span dir="auto" className="line-clamp-3 min-w-0 flex-1 whitespace-pre-line text-sm">
                    {prompt}
                  </span>
                  <Button
                    size="sm"
                    variant="secondary"
                    disabled={isChosen}
                    aria-label={t('pick.addThis', { id })}
                    onClick={() => onAdd({ id, topic_id, difficulty, state, prompt })}
                  >
                    {t(isChosen ? 'pick.there' : 'pick.add')}
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
      </ListStates>
    </Dialog>
  )
}
