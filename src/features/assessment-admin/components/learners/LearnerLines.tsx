import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LearnerLine } from '#contract/assessment-admin.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Field } from '#src/shared/ui/Field.tsx'
import { ListState } from '#src/shared/ui/ListState.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { Skeleton } from '#src/shared/ui/Skeleton.tsx'
import { Switch } from '#src/shared/ui/Switch.tsx'
import { TextInput } from '#src/shared/ui/TextInput.tsx'
import { LEARNERS_PER_PAGE, learnersQuery } from '../../api/results.queries.ts'
import { LearnerTable } from './LearnerTable.tsx'

/** A pause in typing after which the list follows. */
const TYPING_PAUSE_MS = 300

/** Learners with what they were given: more time, more attempts. */
export const LearnerLines = ({ assessmentId }: { assessmentId: number }) => {
  const { t } = useTranslation('assessment-admin/results')
  const online = useOnline()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [special, setSpecial] = useState(false)
  const [page, setPage] = useState(1)
  const list = useQuery(learnersQuery(assessmentId, { search, special, page }))
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(typed.trim())
      setPage(1)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-reading text-sm text-ink-muted">{t('learners.intro')}</p>
      <div role="search" className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end">
        <Field label={t('filters.search')} className="min-w-0 grow sm:max-w-sm">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Switch
          checked={special}
          label={t('learners.special')}
          onChange={(next) => {
            setSpecial(next)
            setPage(1)
          }}
        />
      </div>
      <ListState<LearnerLine>
        items={list.data?.results}
        failed={list.isError}
        offline={!online}
        filtered={search !== '' || special}
        loadingLabel={t('learners.loading')}
        skeleton={<Skeletons />}
        empty={{ title: t('learners.empty') }}
        emptyFiltered={{
          title: t('learners.none'),
          clearLabel: t('filters.clear'),
          onClear: () => {
            setTyped('')
            setSearch('')
            setSpecial(false)
          },
        }}
        error={{ title: t('learners.failed'), retryLabel: t('retry'), onRetry: () => void list.refetch() }}
        offlineMessage={{ title: t('offline') }}
      >
        {(lines) => <LearnerTable assessmentId={assessmentId} lines={lines} />}
      </ListState>
      <Pagination
        page={page}
        pages={Math.ceil((list.data?.count ?? 0) / LEARNERS_PER_PAGE)}
        texts={{
          label: t('pages.label'),
          previous: t('pages.previous'),
          next: t('pages.next'),
          page: (number) => t('pages.page', { number }),
        }}
        onPage={setPage}
      />
    </div>
  )
}

const Skeletons = () => (
  <div className="flex flex-col gap-3">
    {[1, 2, 3, 4].map((key) => (
      <Skeleton key={key} className="h-20 rounded-xl" />
    ))}
  </div>
)
