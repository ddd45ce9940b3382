import CircleCheck from 'lucide-react/icons/circle-check'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { useUpdateComment, useVoteComment } from '../../api/comment.mutations.ts'
import { useCopyLink } from '../../hooks/use-copy-link.ts'
import { useCanModerate } from '../../hooks/use-can-moderate.ts'
import { commentAnchor } from '../../model/ids.ts'
import { usePostControls } from '../../hooks/use-post-controls.ts'
import type { PostControls } from '../../model/own-post.ts'
import { ModerateMenu } from '../ModerateMenu.tsx'
import type { Comment, Reply } from '../../model/posts.ts'
import { CommentForm } from './CommentForm.tsx'
import { PostBody } from '../PostBody.tsx'
import { PostBy } from '../PostBy.tsx'
import { VoteControl } from '../VoteControl.tsx'

/** Actions that the page handles. */
export interface CommentActions {
  onDelete: (id: number) => void
  onReport: (id: number) => void
  onHistory: (id: number) => void
  /** Null for people who may not accept answers. */
  onAccept: ((id: number, accepted: boolean) => void) | null
}

type Props = {
  threadId: number
  post: Comment | Reply
  now: number
  /** The target of a link. */
  isTarget: boolean
  actions: CommentActions
  onReply?: () => void
  children?: ReactNode
}

/** A comment or a reply; a deleted one stays as a placeholder for its replies. */
export const CommentItem = ({ threadId, post, now, isTarget, actions, onReply, children }: Props) => {
  const { t } = useTranslation('community')
  const canModerate = useCanModerate()
  const [isEditing, setIsEditing] = useState(false)
  const update = useUpdateComment(threadId, post.id)
  const controls = usePostControls()(post)
  return (
    <article
      id={commentAnchor(post.id)}
      tabIndex={-1}
      aria-label={t('comments.by', {
        name: post.author?.name || post.author?.user_name || t('comment.nobody'),
      })}
      className={cx('scroll-mt-20 rounded-lg', isTarget && 'comment-found')}
    >
      {post.deleted ? (
        <p className="py-2 text-ink-muted italic">{t('comment.deleted')}</p>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <PostBy
              author={post.author}
              at={post.created_at}
              editedAt={post.edited_at}
              now={now}
              size={32}
              onHistory={canModerate ? () => actions.onHistory(post.id) : undefined}
            />
            {post.accepted && (
              <Badge tone="success" icon={<CircleCheck aria-hidden="true" size={14} />}>
                {t('comment.accepted')}
              </Badge>
            )}
          </div>
          <div className="mt-2">
            {isEditing ? (
              <CommentForm
                kind="edit"
                threadId={threadId}
                name={`comment-edit-${post.id}`}
                initialBody={post.body}
                takesFocus
                pending={update.isPending}
                onSend={(draft, onSent) =>
                  update.mutate(draft.body, {
                    onSuccess: () => {
                      onSent()
                      setIsEditing(false)
                    },
                  })
                }
                onCancel={() => setIsEditing(false)}
              />
            ) : (
              <PostBody html={post.body} mentions={post.mentions} />
            )}
          </div>
          {!isEditing && (
            <Actions
              threadId={threadId}
              post={post}
              actions={actions}
              controls={controls}
              onEdit={() => setIsEditing(true)}
              onReply={onReply}
            />
          )}
        </>
      )}
      {children}
    </article>
  )
}

type ActionsProps = {
  threadId: number
  post: Comment | Reply
  actions: CommentActions
  controls: PostControls
  onEdit: () => void
  onReply: (() => void) | undefined
}

const Actions = ({ threadId, post, actions, controls, onEdit, onReply }: ActionsProps) => {
  const { t } = useTranslation('community')
  const vote = useVoteComment(threadId, post.id)
  const copyLink = useCopyLink()
  const { onAccept } = actions
  return (
    <div className="mt-1 -ms-2 flex flex-wrap items-center">
      <VoteControl post={post} onVote={(direction) => vote.mutate(direction)} />
      {onReply && <Action onPress={onReply}>{t('action.reply')}</Action>}
      {onAccept && post.parent === null && (
        <Action onPress={() => onAccept(post.id, !post.accepted)}>
          {t(post.accepted ? 'comment.unaccept' : 'comment.accept')}
        </Action>
      )}
      {controls === 'own' && <Action onPress={onEdit}>{t('action.edit')}</Action>}
      {controls === 'own' && <Action onPress={() => actions.onDelete(post.id)}>{t('action.delete')}</Action>}
      {controls === 'moderate' && <ModerateMenu onEdit={onEdit} onDelete={() => actions.onDelete(post.id)} />}
      {controls === 'other' && (
        <Action onPress={() => actions.onReport(post.id)}>{t('action.report')}</Action>
      )}
      <Action onPress={() => void copyLink(`${paths.thread(threadId)}#${commentAnchor(post.id)}`)}>
        {t('action.copyLink')}
      </Action>
    </div>
  )
}

const Action = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    className="min-h-9 rounded-lg px-2.5 text-sm text-ink-muted hover:bg-surface-sunken hover:text-ink pointer-coarse:min-h-11"
    onClick={onPress}
  >
    {children}
  </button>
)
