import { useInfiniteQuery, useQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Notification } from '#contract/notifications/notifications.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useRead } from '../api/notifications.mutations.ts'
import { listQuery, unreadQuery } from '../api/notifications.queries.ts'
import { NotificationRow } from './NotificationRow.tsx'

const MINUTE_MS = 60_000

/** The person's notifications, newest first; `onLeave` closes the panel. */
export const NotificationList = ({ onLeave }: { onLeave: () => void }) => {
  const { t } = useTranslation('notifications')
  const online = useOnline()
  const [unreadOnly, setUnreadOnly] = useState(false)
  const list = useInfiniteQuery(listQuery(unreadOnly))
  const state = useQuery(unreadQuery())
  const read = useRead()
  const rows = list.data?.pages.flatMap((page) => page.results)
  const newest = Math.max(state.data?.latest_id ?? 0, rows?.[0]?.id ?? 0)
  const unread = state.data?.unread ?? 0
  const markRead = read.mutate
  const latestOnLeave = useRef(onLeave)
  useEffect(() => {
    latestOnLeave.current = onLeave
  })
  const openRow = useCallback(
    (row: Notification) => {
      if (row.read_at === null) markRead({ ids: [row.id] })
      latestOnLeave.current()
    },
    [markRead],
  )

  return (
    <section aria-label={t('list.title')}>
      <Header
        unreadOnly={unreadOnly}
        onUnreadOnly={setUnreadOnly}
        canReadAll={unread > 0 && newest > 0}
        onReadAll={() => read.mutate({ up_to: newest })}
      />
      <ListState
        items={rows}
        failed={list.isError}
        offline={!online}
        filtered={unreadOnly}
        loadingLabel={t('list.loading')}
        skeleton={<SkeletonRows />}
        empty={{ illustration: 'rest', title: t('list.empty'), text: t('list.emptyText') }}
        emptyFiltered={{
          title: t('list.allRead'),
          clearLabel: t('list.showAll'),
          onClear: () => setUnreadOnly(false),
        }}
        error={{
          title: t('list.error'),
          retryLabel: t('list.retry'),
          onRetry: () => void list.refetch(),
        }}
        offlineMessage={{ title: t('list.offline') }}
      >
        {(loaded) => <Rows rows={loaded} list={list} onOpen={openRow} />}
      </ListState>
      <div className="border-t border-line p-2">
        <Link
          to={`${paths.profile}#notifications`}
          className="flex min-h-11 items-center justify-center rounded-lg text-sm text-ink-muted hover:bg-surface-sunken"
          onClick={onLeave}
        >
          {t('list.settings')}
        </Link>
      </div>
    </section>
  )
}

type HeaderProps = {
  unreadOnly: boolean
  onUnreadOnly: (unreadOnly: boolean) => void
  canReadAll: boolean
  onReadAll: () => void
}

const Header = ({ unreadOnly, onUnreadOnly, canReadAll, onReadAll }: HeaderProps) => {
  const { t } = useTranslation('notifications')
  return (
    <div className="sticky top-0 z-10 flex min-h-12 flex-wrap items-center justify-between gap-x-2 border-b border-line bg-surface-raised ps-4 pe-2">
      <h2 className="text-sm font-semibold">{t('list.title')}</h2>
      <div className="flex items-center">
        <Button variant="ghost" size="sm" aria-pressed={unreadOnly} onClick={() => onUnreadOnly(!unreadOnly)}>
          {unreadOnly ? t('list.showAll') : t('list.showUnread')}
        </Button>
        {canReadAll && (
          <Button variant="ghost" size="sm" onClick={onReadAll}>
            {t('list.readAll')}
          </Button>
        )}
      </div>
    </div>
  )
}

type RowsProps = {
  rows: readonly Notification[]
  list: Pick<UseInfiniteQueryResult, 'dataUpdatedAt' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  onOpen: (row: Notification) => void
}

const Rows = ({ rows, list, onOpen }: RowsProps) => {
  const { t } = useTranslation('notifications')
  // Rounded up to the minute, so that loading another page does not render all rows again.
  const now = Math.ceil(list.dataUpdatedAt / MINUTE_MS) * MINUTE_MS
  return (
    <>
      <ul>
        {rows.map((row) => (
          <NotificationRow key={row.id} row={row} now={now} onOpen={onOpen} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="border-t border-line p-2">
          <Button
            variant="ghost"
            size="sm"
            className="w-full"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('list.more')}
          </Button>
        </div>
      )}
    </>
  )
}

const SkeletonRows = () => (
  <div className="flex flex-col gap-3 p-4">
    {[1, 2, 3].map((row) => (
      <div key={row} className="flex gap-3">
        <Skeleton width={36} height={36} />
        <div className="flex-1 space-y-2">
          <Skeleton height={16} width="80%" />
          <Skeleton height={14} width="55%" />
        </div>
      </div>
    ))}
  </div>
)
