import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddComment } from '../../api/comment.mutations.ts'
import { useUnsentPosts } from '../../hooks/use-unsent-posts.ts'
import type { Comment } from '../../model/posts.ts'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem, type CommentActions } from './CommentItem.tsx'
import { UnsentPosts } from '../UnsentPosts.tsx'

type Props = {
  threadId: number
  comment: Comment
  now: number
  /** The comment or reply that a link leads to. */
  targetId: number | null
  actions: CommentActions
}

/** A top-level comment with its replies, one level deep (spec 4: Community). */
export const CommentThread = ({ threadId, comment, now, targetId, actions }: Props) => {
  const { t } = useTranslation('community')
  // Whether the replies were opened, and for which link target: a new target opens them again.
  const [toggle, setToggle] = useState({ open: false, targetId: null as number | null })
  const [isReplying, setIsReplying] = useState(false)
  const add = useAddComment(threadId)
  const { replies } = comment
  const unsent = useUnsentPosts(
    (entry) => entry.kind === 'comment' && entry.parent === comment.id,
    replies.map(({ id }) => id),
  )
  const isTargetHidden = toggle.targetId !== targetId && replies.some((reply) => reply.id === targetId)
  const isOpen = toggle.open || isTargetHidden
  const setOpen = (open: boolean) => setToggle({ open, targetId })
  return (
    <CommentItem
      threadId={threadId}
      post={comment}
      now={now}
      isTarget={targetId === comment.id}
      actions={actions}
      onReply={() => setIsReplying(true)}
    >
      {isReplying && (
        <div className="ms-4 mt-2 border-s-2 border-line ps-4">
          <CommentForm
            kind="reply"
            threadId={threadId}
            name={`reply-${comment.id}`}
            takesFocus
            pending={add.isPending}
            onSend={(draft, onSent) =>
              add.mutate(
                { ...draft, parent: comment.id },
                {
                  onSuccess: () => {
                    onSent()
                    setIsReplying(false)
                    setOpen(true)
                  },
                },
              )
            }
            onCancel={() => setIsReplying(false)}
          />
        </div>
      )}
      {replies.length > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="min-h-11 text-sm font-semibold text-primary-text hover:underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('comments.hide') : t('comments.showReplies', { count: replies.length })}
        </button>
      )}
      {isOpen && replies.length > 0 && (
        <ul className="ms-4 flex flex-col gap-4 border-s-2 border-line ps-4">
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentItem
                threadId={threadId}
                post={reply}
                now={now}
                isTarget={targetId === reply.id}
                actions={actions}
              />
            </li>
          ))}
        </ul>
      )}
      <UnsentPosts unsent={unsent} level={3} className="ms-4 mt-3 border-s-2 border-line ps-4" />
    </CommentItem>
  )
}
