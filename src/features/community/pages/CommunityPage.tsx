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
import type { ReportSubject } from '../components/ReportDialog.tsx'
import { ThreadCard, ThreadSkeletons } from '../components/threads/ThreadCard.tsx'
import { ThreadFilterBar } from '../components/threads/ThreadFilterBar.tsx'
import { UndoBar } from '../components/UndoBar.tsx'
import { UnsentPosts } from '../components/UnsentPosts.tsx'
import { useCanModerate } from '../hooks/use-can-moderate.ts'
import { useUndo } from '../hooks/use-undo.ts'
import { useUnsentPosts } from '../hooks/use-unsent-posts.ts'
import { isOwnPost } from '../model/own-post.ts'
import { opensForm } from '../model/shared.ts'
import { THREADS_PER_PAGE, type Thread } from '../model/posts.ts'
import { FALLBACK_TAGS } from '../model/tags.ts'
import { addressOf, filtersFrom, isFiltered, noFilters, withFilter } from '../model/thread-filters.ts'
import type { ThreadFilters } from '../model/thread-filters.ts'
import { SharePage } from './SharePage.tsx'
import { ThreadForm } from '../components/threads/ThreadForm.tsx'
import { ConfirmDelete } from '../components/ConfirmDelete.tsx'
import { ReportDialog } from '../components/ReportDialog.tsx'

/** /community, and /community/share, which redirects to it with shared content. */
export const CommunityPage = () =>
  useLocation().pathname === paths.share ? <SharePage /> : <ThreadListPage />

/** The thread list with its filters in the URL, and the form for a new thread. */
const ThreadListPage = () => {
  const { t } = useTranslation('community')
  const [address, setAddress] = useSearchParams()
  const filters = filtersFrom(address)
  const tags = useQuery(tagsQuery())
  const online = useOnline()
  const user = useAppSelector(selectUser)
  const threads = useQuery({
    ...threadsQuery(filters, (author) => isOwnPost(author, user)),
    placeholderData: keepPreviousData,
  })
  const canModerate = useCanModerate()
  /** 'new', the thread being edited, or null. */
  const { state } = useLocation()
  const [formFor, setFormFor] = useState<Thread | 'new' | null>(() => (opensForm(state) ? 'new' : null))
  const [reported, setReported] = useState<ReportSubject | null>(null)
  const deletion = useDeletion()
  const unsent = useUnsentPosts(
    ({ kind }) => kind === 'thread' && filters.page === 1 && !isFiltered(filters),
    threads.data?.results.map(({ id }) => id) ?? [],
  )

  const show = (next: ThreadFilters, typed: boolean) => setAddress(addressOf(next), { replace: typed })
  const offline = isApiError(threads.error) && threads.error.code === 'network'
  // The form for a new thread loads the tags itself; an edit needs them first, unless they fail to load.
  const isLoadingTags = formFor !== 'new' && tags.isPending && tags.errorUpdateCount === 0
  const tagNames = tags.isError ? FALLBACK_TAGS : (tags.data ?? []).map((tag) => tag.name)
  return (
    <div className="mx-auto w-full max-w-4xl">
      <PageHeader
        title={t('list.title')}
        text={t('list.intro')}
        actions={
          <>
            {canModerate && (
              <Link to={paths.moderation} className={buttonClass({ variant: 'secondary' })}>
                {t('moderation.title')}
              </Link>
            )}
            <Button
              aria-expanded={formFor === 'new'}
              onClick={() => setFormFor(formFor === 'new' ? null : 'new')}
            >
              {t('list.new')}
            </Button>
          </>
        }
      />
      {formFor && !isLoadingTags && (
        <ThreadForm
          key={formFor === 'new' ? 'new' : formFor.id}
          thread={formFor === 'new' ? null : formFor}
          tags={tags.data ?? []}
          onClose={(saved) => {
            setFormFor(null)
            if (saved && formFor === 'new') show(noFilters, false)
          }}
        />
      )}
      <ThreadFilterBar filters={filters} tags={tagNames} onChange={show} />
      <UnsentPosts unsent={unsent} className="mb-4" />
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
          action: <Button onClick={() => setFormFor('new')}>{t('list.new')}</Button>,
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
        {(loaded) => (
          <ul
            aria-busy={threads.isPlaceholderData}
            className={cx('flex flex-col gap-4', threads.isPlaceholderData && 'opacity-60')}
          >
            {loaded.map((thread) => (
              <li key={thread.id}>
                <ThreadCard
                  thread={thread}
                  now={threads.dataUpdatedAt}
                  isEditable={thread.can_edit || isOwnPost(thread.author, user)}
                  onTag={(tag) => show(withFilter(filters, { tag }), false)}
                  onEdit={() => {
                    setFormFor(thread)
                    window.scrollTo({ top: 0 })
                  }}
                  onDelete={() => deletion.ask(thread)}
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

      {deletion.pendingThread && (
        <ConfirmDelete
          kind="thread"
          pending={deletion.pending}
          onCancel={deletion.cancel}
          onConfirm={deletion.confirm}
        />
      )}
      {reported && <ReportDialog subject={reported} onClose={() => setReported(null)} />}

      <UndoBar offer={deletion.offer} onClose={deletion.close} />
    </div>
  )
}

/** Asks first, as specified, and offers undo for ten seconds. */
const useDeletion = () => {
  const { t } = useTranslation('community')
  const [pendingThread, setPendingThread] = useState<Thread | null>(null)
  const remove = useDeleteThread()
  const restore = useRestoreThread()
  const { offer, propose, close } = useUndo()
  const confirm = () => {
    if (!pendingThread) return
    remove.mutate(pendingThread.id, {
      onSettled: () => setPendingThread(null),
      onSuccess: () => {
        document.querySelector<HTMLElement>('main h1')?.focus()
        propose({
          id: pendingThread.id,
          title: t('done.threadDeleted'),
          message: t('done.threadDeletedMessage'),
          undo: () => restore.mutate(pendingThread.id),
        })
      },
    })
  }
  return {
    pendingThread,
    ask: setPendingThread,
    cancel: () => setPendingThread(null),
    confirm,
    pending: remove.isPending,
    offer,
    close,
  }
}
