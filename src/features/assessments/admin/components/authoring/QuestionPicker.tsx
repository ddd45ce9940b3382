import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import type { AssessmentForm } from '../../model/assessment-form.ts'
import { useQuestionBank } from '../../model/question-bank.ts'

type Fixed = AssessmentForm['fixed']
type Props = { chosen: Fixed; onAdd: (question: Fixed[number]) => void; onClose: () => void }

/** Finds questions of the bank by text or number and shows the first twenty. */
export const QuestionPicker = ({ chosen, onAdd, onClose }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const [search, setSearch] = useState('')
  const online = useOnline()
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
      <ListState
        items={matches.data?.results}
        failed={matches.isError}
        offline={!online}
        filtered={search.trim() !== ''}
        loadingLabel={t('pick.loading')}
        skeleton={<Skeleton className="h-40" />}
        empty={{ title: t('pick.empty') }}
        emptyFiltered={{
          title: t('pick.none'),
          clearLabel: t('list.clear'),
          onClear: () => setSearch(''),
        }}
        error={{ title: t('pick.failed'), retryLabel: t('retry'), onRetry: () => void matches.refetch() }}
        offlineMessage={{ title: t('list.offline') }}
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
      </ListState>
    </Dialog>
  )
}
