import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LearnerLine } from '#contract/assessments/admin/results.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { LEARNERS_PER_PAGE, learnersQuery } from '../../api/results.queries.ts'
import { LearnerTable } from './LearnerTable.tsx'

/** Learners with their extra time and extra attempts. */
export const LearnerList = ({ assessmentId }: { assessmentId: number }) => {
  const { t } = useTranslation('assessments/admin/results')
  const online = useOnline()
  const [search, setSearch] = useState('')
  const [onlySpecial, setOnlySpecial] = useState(false)
  const [page, setPage] = useState(1)
  const searchText = search.trim()
  const learners = useQuery(learnersQuery(assessmentId, { search: searchText, special: onlySpecial, page }))
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-reading text-sm text-ink-muted">{t('learners.intro')}</p>
      <div role="search" className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end">
        <SearchField
          label={t('filters.search')}
          value={search}
          onChange={(next) => {
            setSearch(next)
            setPage(1)
          }}
        />
        <Switch
          checked={onlySpecial}
          label={t('learners.special')}
          onChange={(next) => {
            setOnlySpecial(next)
            setPage(1)
          }}
        />
      </div>
      <ListState<LearnerLine>
        items={learners.data?.results}
        failed={learners.isError}
        offline={!online}
        filtered={searchText !== '' || onlySpecial}
        loadingLabel={t('learners.loading')}
        skeleton={<Skeletons />}
        empty={{ title: t('learners.empty') }}
        emptyFiltered={{
          title: t('learners.none'),
          clearLabel: t('filters.clear'),
          onClear: () => {
            setSearch('')
            setOnlySpecial(false)
          },
        }}
        error={{
          title: t('learners.failed'),
          retryLabel: t('retry'),
          onRetry: () => void learners.refetch(),
        }}
        offlineMessage={{ title: t('offline') }}
      >
        {(lines) => <LearnerTable assessmentId={assessmentId} lines={lines} />}
      </ListState>
      <Pagination
        page={page}
        pages={Math.ceil((learners.data?.count ?? 0) / LEARNERS_PER_PAGE)}
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
