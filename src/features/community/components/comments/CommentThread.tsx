import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddComment } from '../../api/comment.mutations.ts'
import { useWaiting } from '../../hooks/use-waiting.ts'
import type { Comment } from '../../model/posts.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem, type CommentActions } from './CommentItem.tsx'
import { WaitingList } from '../WaitingList.tsx'

type Props = {
  threadId: number
  comment: Comment
  now: number
  /** The comment or reply that a link led to. */
  foundId: number | null
  actions: CommentActions
}

/** A top-level comment with its replies, one level (spec §4 "Community"). */
export const CommentThread = ({ threadId, comment, now, foundId, actions }: Props) => {
  const { t } = useTranslation('community')
  // What was pressed, and to which comment a link led then: another link opens them again.
  const [pressed, setPressed] = useState({ open: false, foundId: null as number | null })
  const [replying, setReplying] = useState(false)
  const add = useAddComment(threadId)
  const { replies } = comment
  const waiting = useWaiting(
    (entry) => entry.kind === 'comment' && entry.parent === comment.id,
    replies.map(({ id }) => id),
  )
  const isFoundHere = pressed.foundId !== foundId && replies.some((reply) => reply.id === foundId)
  const shown = pressed.open || isFoundHere
  const setOpen = (open: boolean) => setPressed({ open, foundId })
  return (
    <CommentItem
      threadId={threadId}
      post={comment}
      now={now}
      found={foundId === comment.id}
      actions={actions}
      onReply={() => setReplying(true)}
    >
      {replying && (
        <div className="ms-4 mt-2 border-s-2 border-line ps-4">
          <CommentForm
            kind="reply"
            threadId={threadId}
            name={`reply-${comment.id}`}
            takesFocus
            pending={add.isPending}
            onSend={(draft, sent) =>
              add.mutate(
                { ...draft, parent: comment.id },
                {
                  onSuccess: () => {
                    sent()
                    setReplying(false)
                    setOpen(true)
                  },
                },
              )
            }
            onCancel={() => setReplying(false)}
          />
        </div>
      )}
      {replies.length > 0 && (
        <button
          type="button"
          aria-expanded={shown}
          className="min-h-11 text-sm font-semibold text-primary-text hover:underline"
          onClick={() => setOpen(!shown)}
        >
          {shown ? t('comments.hide') : t('comments.showReplies', { count: replies.length })}
        </button>
      )}
      {shown && replies.length > 0 && (
        <ul className="ms-4 flex flex-col gap-4 border-s-2 border-line ps-4">
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentItem
                threadId={threadId}
                post={reply}
                now={now}
                found={foundId === reply.id}
                actions={actions}
              />
            </li>
          ))}
        </ul>
      )}
      <WaitingList waiting={waiting} level={3} className="ms-4 mt-3 border-s-2 border-line ps-4" />
    </CommentItem>
  )
}
