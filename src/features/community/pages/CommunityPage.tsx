import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { tagsQuery, threadsQuery } from '../api/community.queries.ts'
import { useDeleteThread, useRestoreThread } from '../api/thread.mutations.ts'
import type { ReportSubject } from '../components/ReportDialog.tsx'
import { ThreadCard } from '../components/threads/ThreadCard.tsx'
import { ThreadFilterBar } from '../components/threads/ThreadFilterBar.tsx'
import { ThreadList } from '../components/threads/ThreadList.tsx'
import { UndoBar } from '../components/UndoBar.tsx'
import { UnsentPosts } from '../components/UnsentPosts.tsx'
import { useCanModerate } from '../hooks/use-can-moderate.ts'
import { usePostControls } from '../hooks/use-post-controls.ts'
import { useUndo } from '../hooks/use-undo.ts'
import { useUnsentPosts } from '../hooks/use-unsent-posts.ts'
import { isOwnPost } from '../model/own-post.ts'
import { opensForm } from '../model/shared.ts'
import type { Thread } from '../model/posts.ts'
import { FALLBACK_TAGS } from '../model/tags.ts'
import {
  addressOf,
  filtersFrom,
  isFiltered,
  noFilters,
  withFilter,
  type FilterChange,
} from '../model/thread-filters.ts'
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
  const [address, setAddress] = useSearchParams()
  const filters = filtersFrom(address)
  const tags = useQuery(tagsQuery())
  const controlsOf = usePostControls()
  const user = useAppSelector(selectUser)
  const threads = useQuery({
    ...threadsQuery(filters, (author) => isOwnPost(author, user)),
    placeholderData: keepPreviousData,
  })
  /** 'new', the thread being edited, or null. */
  const { state } = useLocation()
  const [formFor, setFormFor] = useState<Thread | 'new' | null>(() => (opensForm(state) ? 'new' : null))
  const [reported, setReported] = useState<ReportSubject | null>(null)
  const deletion = useDeletion()
  const unsent = useUnsentPosts(
    ({ kind }) => kind === 'thread' && filters.page === 1 && !isFiltered(filters),
    threads.data?.results.map(({ id }) => id) ?? [],
  )
  /** Ahead of `filters` while the page for a former choice is still being rendered. */
  const newest = useRef(filters)
  useEffect(() => {
    newest.current = filtersFrom(address)
  }, [address])
  const show = (next: ThreadFilters, typed = false) => {
    newest.current = next
    setAddress(addressOf(next), { replace: typed })
  }
  const change = (from: FilterChange, typed = false) =>
    show(withFilter(newest.current, from(newest.current)), typed)
  // The form for a new thread loads the tags itself; an edit needs them first, unless they fail to load.
  const isLoadingTags = formFor !== 'new' && tags.isPending && tags.errorUpdateCount === 0
  return (
    <div className="mx-auto w-full max-w-4xl">
      <Header isFormOpen={formFor === 'new'} onNew={() => setFormFor(formFor === 'new' ? null : 'new')} />
      {formFor && !isLoadingTags && (
        <ThreadForm
          key={formFor === 'new' ? 'new' : formFor.id}
          thread={formFor === 'new' ? null : formFor}
          tags={tags.data ?? []}
          onClose={(saved) => {
            setFormFor(null)
            if (saved && formFor === 'new') show(noFilters)
          }}
        />
      )}
      <ThreadFilterBar
        filters={filters}
        tags={tags.isError ? FALLBACK_TAGS : (tags.data ?? []).map((tag) => tag.name)}
        onChange={change}
      />
      <UnsentPosts unsent={unsent} className="mb-4" />
      <ThreadList threads={threads} filters={filters} onShow={show} onNew={() => setFormFor('new')}>
        {(thread) => (
          <ThreadCard
            thread={thread}
            now={threads.dataUpdatedAt}
            controls={controlsOf(thread)}
            onTag={(tag) => change(() => ({ tag }))}
            onEdit={() => {
              setFormFor(thread)
              window.scrollTo({ top: 0 })
            }}
            onDelete={() => deletion.ask(thread)}
            onReport={() => setReported({ type: 'thread', id: thread.id })}
          />
        )}
      </ThreadList>

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

const Header = ({ isFormOpen, onNew }: { isFormOpen: boolean; onNew: () => void }) => {
  const { t } = useTranslation('community')
  const canModerate = useCanModerate()
  return (
    <PageHeader
      title={t('list.title')}
      text={<span className="hidden sm:inline">{t('list.intro')}</span>}
      className="mb-4"
      actions={
        <>
          {canModerate && (
            <Link to={paths.moderation} className={buttonClass({ variant: 'secondary' })}>
              {t('moderation.title')}
            </Link>
          )}
          <Button aria-expanded={isFormOpen} onClick={onNew}>
            {t('list.new')}
          </Button>
        </>
      }
    />
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
