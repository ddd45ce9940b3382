import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '#src/core/http/api-error.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { THREADS_PER_PAGE, type Thread } from '../../model/posts.ts'
import { isFiltered, noFilters, type ThreadFilters } from '../../model/thread-filters.ts'
import { ThreadSkeletons } from './ThreadCard.tsx'

type Props = {
  threads: UseQueryResult<{ results: readonly Thread[]; count: number }, unknown>
  filters: ThreadFilters
  onShow: (filters: ThreadFilters) => void
  onNew: () => void
  children: (thread: Thread) => ReactNode
}

/** One page of threads, its states and the other pages. */
export const ThreadList = ({ threads, filters, onShow, onNew, children }: Props) => {
  const { t } = useTranslation('community')
  const isOnline = useOnline()
  const hasNoNetwork = isApiError(threads.error) && threads.error.code === 'network'
  return (
    <>
      <ListState
        items={threads.data?.results}
        failed={threads.isError}
        offline={!isOnline || hasNoNetwork}
        filtered={isFiltered(filters) || filters.page > 1}
        loadingLabel={t('list.loading')}
        skeleton={<ThreadSkeletons count={4} />}
        empty={{
          illustration: 'talk',
          title: t('list.empty'),
          text: t('list.emptyHint'),
          action: <Button onClick={onNew}>{t('list.new')}</Button>,
        }}
        emptyFiltered={{
          title: t('list.noResults'),
          text: t('list.noResultsHint'),
          clearLabel: t('list.clear'),
          onClear: () => onShow(noFilters),
        }}
        error={{
          title: t('list.error'),
          retryLabel: t('list.retry'),
          onRetry: () => void threads.refetch(),
        }}
        offlineMessage={{ title: t('list.offline') }}
      >
        {(loaded) => (
          <ul
            aria-busy={threads.isPlaceholderData}
            className={cx('flex flex-col gap-3', threads.isPlaceholderData && 'opacity-60')}
          >
            {loaded.map((thread) => (
              <li key={thread.id}>{children(thread)}</li>
            ))}
          </ul>
        )}
      </ListState>
      <Pagination
        page={filters.page}
        pages={Math.ceil((threads.data?.count ?? 0) / THREADS_PER_PAGE)}
        texts={{
          label: t('list.pages'),
          previous: t('list.previousPage'),
          next: t('list.nextPage'),
          page: (page) => t('list.page', { page }),
        }}
        onPage={(page) => {
          onShow({ ...filters, page })
          window.scrollTo({ top: 0 })
        }}
      />
    </>
  )
}
