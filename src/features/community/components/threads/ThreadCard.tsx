import Bookmark from 'lucide-react/icons/bookmark'
import CircleCheck from 'lucide-react/icons/circle-check'
import Flag from 'lucide-react/icons/flag'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Count } from '#src/shared/ui/content/Count.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useBookmarkThread, useVoteThread } from '../../api/thread.mutations.ts'
import type { Thread } from '../../model/posts.ts'
import { LessonLink } from './LessonLink.tsx'
import { Participants } from './Participants.tsx'
import { CollapsibleBody } from '../PostBody.tsx'
import { PostBy } from '../PostBy.tsx'
import { VoteControl } from '../VoteControl.tsx'

type Props = {
  thread: Thread
  now: number
  /** Whether edit and delete are offered. */
  isEditable: boolean
  onTag: (name: string) => void
  onEdit: () => void
  onDelete: () => void
  onReport: () => void
}

/** A thread in the list. */
export const ThreadCard = ({ thread, now, isEditable, onTag, onEdit, onDelete, onReport }: Props) => {
  const { t } = useTranslation('community')
  const vote = useVoteThread(thread.id)
  return (
    <Card as="article" aria-labelledby={`thread-${thread.id}`}>
      <div className="flex items-start justify-between gap-2">
        <PostBy author={thread.author} at={thread.created_at} editedAt={thread.edited_at} now={now} />
        <div className="-me-2 -mt-1 flex shrink-0">
          {isEditable ? (
            <>
              <IconButton
                label={t('thread.edit')}
                icon={<Pencil aria-hidden="true" size={18} />}
                onClick={onEdit}
              />
              <IconButton
                label={t('thread.delete')}
                icon={<Trash2 aria-hidden="true" size={18} />}
                onClick={onDelete}
              />
            </>
          ) : (
            <IconButton
              label={t('thread.report')}
              icon={<Flag aria-hidden="true" size={18} />}
              onClick={onReport}
            />
          )}
        </div>
      </div>
      <h2 id={`thread-${thread.id}`} className="mt-3 text-lg font-semibold">
        <Link to={paths.thread(thread.id)} className="hover:underline">
          <bdi>{thread.title}</bdi>
        </Link>
      </h2>
      <div className="mt-2 max-w-reading">
        <CollapsibleBody html={thread.body} mentions={thread.mentions} />
      </div>
      {thread.lesson && <LessonLink lesson={thread.lesson} />}
      <TagRow thread={thread} onTag={onTag} />
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line pt-2">
        <VoteControl post={thread} onVote={(direction) => vote.mutate(direction)} />
        <CommentsLink thread={thread} />
        <BookmarkButton thread={thread} />
        <div className="ms-auto">
          <Participants participants={thread.participants} total={thread.participants_count} />
        </div>
      </div>
    </Card>
  )
}

/** The tags, each a filter of the list, and the "answered" badge. */
const TagRow = ({ thread, onTag }: Pick<Props, 'thread' | 'onTag'>) => {
  const { t } = useTranslation('community')
  const isAnswered = thread.accepted_comment_id !== null
  if (thread.tags.length === 0 && !isAnswered) return null
  return (
    <ul className="mt-3 flex flex-wrap items-center gap-2">
      {isAnswered && (
        <li>
          <Badge tone="success" icon={<CircleCheck aria-hidden="true" size={14} />}>
            {t('thread.answered')}
          </Badge>
        </li>
      )}
      {thread.tags.map((name) => (
        <li key={name}>
          <button
            type="button"
            aria-label={t('tags.filterBy', { name })}
            className="inline-flex min-h-8 items-center rounded-full bg-surface-sunken px-3 text-sm text-ink-muted hover:text-ink pointer-coarse:min-h-11"
            onClick={() => onTag(name)}
          >
            <bdi>{name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

const CommentsLink = ({ thread }: { thread: Thread }) => {
  const { t } = useTranslation('community')
  const language = useLanguage()
  return (
    <Link
      to={`${paths.thread(thread.id)}#comments`}
      aria-label={t('thread.comments', { count: thread.comments_count })}
      className="inline-flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2 text-sm tabular-nums text-ink-muted hover:bg-surface-sunken hover:text-ink"
    >
      <MessageCircle aria-hidden="true" size={20} />
      <Count>{formatNumber(thread.comments_count, language)}</Count>
    </Link>
  )
}

/** Bookmarks the thread. */
export const BookmarkButton = ({ thread }: { thread: Thread }) => {
  const { t } = useTranslation('community')
  const language = useLanguage()
  const bookmark = useBookmarkThread(thread.id)
  return (
    <button
      type="button"
      aria-pressed={thread.bookmarked}
      aria-label={t('thread.bookmark', { count: thread.bookmarks_count })}
      className={cx(
        'inline-flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2 text-sm tabular-nums',
        thread.bookmarked
          ? 'bg-primary-soft font-semibold text-primary-text'
          : 'text-ink-muted hover:bg-surface-sunken hover:text-ink',
      )}
      onClick={() => bookmark.mutate(!thread.bookmarked)}
    >
      <Bookmark aria-hidden="true" size={20} className={thread.bookmarked ? 'fill-current' : undefined} />
      <Count>{formatNumber(thread.bookmarks_count, language)}</Count>
    </button>
  )
}

/** The placeholder of loading threads. */
export const ThreadSkeletons = ({ count }: { count: number }) => (
  <div className="flex flex-col gap-4">
    {Array.from({ length: count }, (_, index) => (
      <Card key={index}>
        <div className="flex items-center gap-2.5">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-9 w-40" />
        </div>
        <Skeleton className="mt-3 h-6 w-2/3" />
        <SkeletonText lines={3} className="mt-3" />
        <Skeleton className="mt-4 h-11 w-full" />
      </Card>
    ))}
  </div>
)
