import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { isApiError } from '#src/core/http/api-error.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Pagination } from '#src/shared/ui/Pagination.tsx'
import { tagsQuery, threadsQuery } from '../api/community.queries.ts'
import { useDeleteThread, useRestoreThread } from '../api/thread.mutations.ts'
import type { Reported } from '../components/ReportDialog.tsx'
import { ThreadCard, ThreadSkeletons } from '../components/threads/ThreadCard.tsx'
import { ThreadFilterBar } from '../components/threads/ThreadFilterBar.tsx'
import { UndoBar } from '../components/UndoBar.tsx'
import { WaitingList } from '../components/WaitingList.tsx'
import { useMayModerate } from '../hooks/use-may-moderate.ts'
import { useUndo } from '../hooks/use-undo.ts'
import { useWaiting } from '../hooks/use-waiting.ts'
import { isOwn } from '../model/own.ts'
import { opensForm } from '../model/shared.ts'
import { THREADS_PER_PAGE, type Thread } from '../model/posts.ts'
import { FALLBACK_TAGS } from '../model/tags.ts'
import { addressOf, filtersFrom, isFiltered, noFilters, withFilter } from '../model/thread-filters.ts'
import type { ThreadFilters } from '../model/thread-filters.ts'
import { SharePage } from './SharePage.tsx'
import { ThreadForm } from '../components/threads/ThreadForm.tsx'
import { ConfirmDelete } from '../components/ConfirmDelete.tsx'
import { ReportDialog } from '../components/ReportDialog.tsx'

/** /community, and /community/share, which leads there with what another app shared. */
export const CommunityPage = () =>
  useLocation().pathname === paths.share ? <SharePage /> : <ThreadListPage />

/** The threads, their filters in the address, and the form for a new one. */
const ThreadListPage = () => {
  const { t } = useTranslation('community')
  const [address, setAddress] = useSearchParams()
  const filters = filtersFrom(address)
  const tags = useQuery(tagsQuery())
  const online = useOnline()
  const user = useAppSelector(selectUser)
  const threads = useQuery({
    ...threadsQuery(filters, (author) => isOwn(author, user)),
    placeholderData: keepPreviousData,
  })
  const moderates = useMayModerate()
  /** 'new', the thread being edited, or nothing. */
  const { state } = useLocation()
  const [writing, setWriting] = useState<Thread | 'new' | null>(() => (opensForm(state) ? 'new' : null))
  const [reported, setReported] = useState<Reported | null>(null)
  const removal = useRemoval()
  const waiting = useWaiting(
    ({ kind }) => kind === 'thread' && filters.page === 1 && !isFiltered(filters),
    threads.data?.results.map(({ id }) => id) ?? [],
  )

  const show = (next: ThreadFilters, typed: boolean) => setAddress(addressOf(next), { replace: typed })
  const offline = isApiError(threads.error) && threads.error.code === 'network'
  // A new thread's form asks for them itself; an edit needs them to begin with, unless they cannot be had.
  const tagsComing = writing !== 'new' && tags.isPending && tags.errorUpdateCount === 0
  const tagNames = tags.isError ? FALLBACK_TAGS : (tags.data ?? []).map((tag) => tag.name)
  return (
    <div className="mx-auto w-full max-w-4xl">
      <PageHeader
        title={t('list.title')}
        text={t('list.intro')}
        actions={
          <>
            {moderates && (
              <Link to={paths.moderation} className={buttonClass({ variant: 'secondary' })}>
                {t('moderation.title')}
              </Link>
            )}
            <Button
              aria-expanded={writing === 'new'}
              onClick={() => setWriting(writing === 'new' ? null : 'new')}
            >
              {t('list.new')}
            </Button>
          </>
        }
      />
      {writing && !tagsComing && (
        <ThreadForm
          key={writing === 'new' ? 'new' : writing.id}
          thread={writing === 'new' ? null : writing}
          tags={tags.data ?? []}
          onClose={(saved) => {
            setWriting(null)
            if (saved && writing === 'new') show(noFilters, false)
          }}
        />
      )}
      <ThreadFilterBar filters={filters} tags={tagNames} onChange={show} />
      <WaitingList waiting={waiting} className="mb-4" />
      <ListState
        items={threads.data?.results}
        failed={threads.isError}
        offline={!online || offline}
        filtered={isFiltered(filters) || filters.page > 1}
        loadingLabel={t('list.loading')}
        skeleton={<ThreadSkeletons count={4} />}
        empty={{
          title: t('list.empty'),
          text: t('list.emptyHint'),
          action: <Button onClick={() => setWriting('new')}>{t('list.new')}</Button>,
        }}
        emptyFiltered={{
          title: t('list.noResults'),
          text: t('list.noResultsHint'),
          clearLabel: t('list.clear'),
          onClear: () => show(noFilters, false),
        }}
        error={{
          title: t('list.error'),
          retryLabel: t('list.retry'),
          onRetry: () => void threads.refetch(),
        }}
        offlineMessage={{ title: t('list.offline') }}
      >
        {(found) => (
          <ul
            aria-busy={threads.isPlaceholderData}
            className={cx('flex flex-col gap-4', threads.isPlaceholderData && 'opacity-60')}
          >
            {found.map((thread) => (
              <li key={thread.id}>
                <ThreadCard
                  thread={thread}
                  now={threads.dataUpdatedAt}
                  editable={thread.can_edit || isOwn(thread.author, user)}
                  onTag={(tag) => show(withFilter(filters, { tag }), false)}
                  onEdit={() => {
                    setWriting(thread)
                    window.scrollTo({ top: 0 })
                  }}
                  onDelete={() => removal.ask(thread)}
                  onReport={() => setReported({ type: 'thread', id: thread.id })}
                />
              </li>
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
          show({ ...filters, page }, false)
          window.scrollTo({ top: 0 })
        }}
      />

      {removal.asked && (
        <ConfirmDelete
          what="thread"
          pending={removal.pending}
          onCancel={removal.cancel}
          onConfirm={removal.confirm}
        />
      )}
      {reported && <ReportDialog subject={reported} onClose={() => setReported(null)} />}

      <UndoBar offer={removal.offer} onClose={removal.close} />
    </div>
  )
}

/** Asked first, as specified, and still undone for ten seconds after. */
const useRemoval = () => {
  const { t } = useTranslation('community')
  const [asked, setAsked] = useState<Thread | null>(null)
  const remove = useDeleteThread()
  const restore = useRestoreThread()
  const { offer, propose, close } = useUndo()
  const confirm = () => {
    if (!asked) return
    remove.mutate(asked.id, {
      onSettled: () => setAsked(null),
      onSuccess: () => {
        document.querySelector<HTMLElement>('main h1')?.focus()
        propose({
          id: asked.id,
          title: t('done.threadDeleted'),
          message: t('done.threadDeletedMessage'),
          undo: () => restore.mutate(asked.id),
        })
      },
    })
  }
  return {
    asked,
    ask: setAsked,
    cancel: () => setAsked(null),
    confirm,
    pending: remove.isPending,
    offer,
    close,
  }
}
