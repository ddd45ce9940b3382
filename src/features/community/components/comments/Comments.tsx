import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import {
  useAcceptComment,
  useAddComment,
  useDeleteComment,
  useRestoreComment,
} from '../../api/comment.mutations.ts'
import { useComments } from '../../hooks/use-comments.ts'
import { useHasDraft } from '../../hooks/use-draft.ts'
import { useUndo } from '../../hooks/use-undo.ts'
import { useUnsentPosts } from '../../hooks/use-unsent-posts.ts'
import { isOwnPost } from '../../model/own-post.ts'
import type { Thread } from '../../model/posts.ts'
import type { CommentActions } from './CommentItem.tsx'
import { CommentForm } from './CommentForm.tsx'
import { CommentThread } from './CommentThread.tsx'
import { UndoBar } from '../UndoBar.tsx'
import { UnsentPosts } from '../UnsentPosts.tsx'
import { ConfirmDelete } from '../ConfirmDelete.tsx'
import { ReportDialog } from '../ReportDialog.tsx'
import { HistoryDialog } from '../HistoryDialog.tsx'

/** The open dialog and its comment. */
interface OpenDialog {
  kind: 'delete' | 'report' | 'history'
  id: number
}

/** The comments of a thread, newest first, with the form for a new one. */
export const Comments = ({ thread }: { thread: Thread }) => {
  const { t } = useTranslation('community')
  const add = useAddComment(thread.id)
  const user = useAppSelector(selectUser)
  const accept = useAcceptComment(thread.id)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const canAccept = thread.can_edit || isOwnPost(thread.author, user)
  const actions: CommentActions = {
    onDelete: (id) => setDialog({ kind: 'delete', id }),
    onReport: (id) => setDialog({ kind: 'report', id }),
    onHistory: (id) => setDialog({ kind: 'history', id }),
    onAccept: canAccept ? (commentId, accepted) => accept.mutate({ commentId, accepted }) : null,
  }
  return (
    <section id="comments" aria-labelledby="comments-title" className="mt-8 scroll-mt-20">
      <h2 id="comments-title" className="mb-4 text-xl font-semibold">
        {t('comments.title', { count: thread.comments_count })}
      </h2>
      <Card className="mb-6">
        <WriteComment
          threadId={thread.id}
          pending={add.isPending}
          onSend={(draft, onSent) => add.mutate({ ...draft, parent: null }, { onSuccess: onSent })}
        />
      </Card>
      <CommentList threadId={thread.id} actions={actions} />
      <CommentDialogs threadId={thread.id} dialog={dialog} onClose={() => setDialog(null)} />
    </section>
  )
}

type WriteProps = Pick<Parameters<typeof CommentForm>[0], 'pending' | 'onSend'> & { threadId: number }

/** Loads the editor when somebody wants to write or has a draft. */
const WriteComment = ({ threadId, pending, onSend }: WriteProps) => {
  const { t } = useTranslation('community')
  const name = `comment-${threadId}`
  const hasDraft = useHasDraft(name)
  const [open, setOpen] = useState(hasDraft)
  const [wasPressed, setWasPressed] = useState(false)
  if (open)
    return (
      <CommentForm
        kind="comment"
        threadId={threadId}
        name={name}
        takesFocus={wasPressed}
        pending={pending}
        onSend={onSend}
      />
    )
  return (
    <button
      type="button"
      className="control text-start text-ink-muted"
      onClick={() => {
        setWasPressed(true)
        setOpen(true)
      }}
    >
      {t('comments.open')}
    </button>
  )
}

const CommentList = ({ threadId, actions }: { threadId: number; actions: CommentActions }) => {
  const { t } = useTranslation('community')
  const list = useComments(threadId)
  const unsent = useUnsentPosts(
    (entry) => entry.kind === 'comment' && entry.threadId === threadId && entry.parent === null,
    list.comments?.map(({ id }) => id) ?? [],
  )
  if (list.hasFailed)
    return (
      <EmptyState
        role="alert"
        illustration="error"
        title={t('comments.error')}
        action={
          <Button pending={list.isFetching} onClick={list.retry}>
            {t('comments.retry')}
          </Button>
        }
      />
    )
  if (!list.comments) return <CommentSkeletons />
  return (
    <>
      {/* Takes no space, so that the comments do not move; stays visible while scrolling. */}
      <div role="status" className="sticky top-20 z-20 flex h-0 justify-center">
        {list.arrivalCount > 0 && (
          <Button size="sm" className="rise absolute -top-5 shadow-float" onClick={list.showArrivals}>
            {t('comments.arrived', { count: list.arrivalCount })}
          </Button>
        )}
      </div>
      <UnsentPosts unsent={unsent} level={3} className="mb-4" />
      {list.comments.length === 0 && unsent.posts.length === 0 && (
        <EmptyState illustration="talk" title={t('comments.empty')} text={t('comments.emptyHint')} />
      )}
      <ul className="flex flex-col gap-4">
        {list.comments.map((comment) => (
          <li key={comment.id}>
            <Card>
              <CommentThread
                threadId={threadId}
                comment={comment}
                now={list.now}
                targetId={list.targetId}
                actions={actions}
              />
            </Card>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <div className="mt-4 flex justify-center">
          <Button variant="ghost" pending={list.isLoadingMore} onClick={list.showMore}>
            {t('comments.more')}
          </Button>
        </div>
      )}
    </>
  )
}

type DialogsProps = { threadId: number; dialog: OpenDialog | null; onClose: () => void }

const CommentDialogs = ({ threadId, dialog, onClose }: DialogsProps) => {
  const { t } = useTranslation('community')
  const remove = useDeleteComment(threadId)
  const restore = useRestoreComment(threadId)
  const { offer, propose, close } = useUndo()
  const confirm = (id: number) =>
    remove.mutate(id, {
      onSettled: onClose,
      onSuccess: () => {
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
        propose({ id, title: t('done.commentDeleted'), undo: () => restore.mutate(id) })
      },
    })
  return (
    <>
      {dialog?.kind === 'delete' && (
        <ConfirmDelete
          kind="comment"
          pending={remove.isPending}
          onCancel={onClose}
          onConfirm={() => confirm(dialog.id)}
        />
      )}
      {dialog?.kind === 'report' && (
        <ReportDialog subject={{ type: 'comment', id: dialog.id }} onClose={onClose} />
      )}
      {dialog?.kind === 'history' && <HistoryDialog type="comment" id={dialog.id} onClose={onClose} />}

      <UndoBar offer={offer} onClose={close} />
    </>
  )
}

const CommentSkeletons = () => {
  const { t } = useTranslation('community')
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">{t('comments.loading')}</span>
      {[1, 2, 3].map((key) => (
        <Card key={key}>
          <Skeleton className="h-8 w-40" />
          <SkeletonText lines={2} className="mt-3" />
        </Card>
      ))}
    </div>
  )
}
