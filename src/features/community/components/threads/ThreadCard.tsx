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
import type { PostControls } from '../../model/own-post.ts'
import type { Thread } from '../../model/posts.ts'
import { ModerateMenu } from '../ModerateMenu.tsx'
import { LessonLink } from './LessonLink.tsx'
import { Participants } from './Participants.tsx'
import { CollapsibleBody } from '../PostBody.tsx'
import { PostBy } from '../PostBy.tsx'
import { VoteControl } from '../VoteControl.tsx'

type Props = {
  thread: Thread
  now: number
  controls: PostControls
  onTag: (name: string) => void
  onEdit: () => void
  onDelete: () => void
  onReport: () => void
}

/** A thread in the list: dense, so that several fit on a screen. */
export const ThreadCard = (props: Props) => {
  const { thread, now, onTag } = props
  const vote = useVoteThread(thread.id)
  return (
    <Card as="article" pad="none" className="px-4 pt-3 pb-1 sm:px-5" aria-labelledby={`thread-${thread.id}`}>
      <div className="flex items-center justify-between gap-2">
        <PostBy
          author={thread.author}
          at={thread.created_at}
          editedAt={thread.edited_at}
          now={now}
          size={28}
          inline
        />
        <Controls {...props} />
      </div>
      <h2 id={`thread-${thread.id}`} className="mt-1 text-base font-semibold sm:text-lg">
        <Link to={paths.thread(thread.id)} className="line-clamp-2 hover:underline">
          <bdi>{thread.title}</bdi>
        </Link>
      </h2>
      <div className="mt-0.5 max-w-reading text-sm">
        <CollapsibleBody html={thread.body} mentions={thread.mentions} peek />
      </div>
      {thread.lesson && <LessonLink lesson={thread.lesson} />}
      <div className="-ms-2 mt-0.5 flex items-center gap-x-1">
        <VoteControl post={thread} onVote={(direction) => vote.mutate(direction)} />
        <CommentsLink thread={thread} />
        <BookmarkButton thread={thread} />
        <TagRow thread={thread} onTag={onTag} />
        <div className="ms-auto hidden shrink-0 sm:block">
          <Participants participants={thread.participants} total={thread.participants_count} />
        </div>
      </div>
    </Card>
  )
}

const Controls = ({ controls, onEdit, onDelete, onReport }: Props) => {
  const { t } = useTranslation('community')
  return (
    <div className="-my-2 -me-3 flex shrink-0">
      {controls === 'moderate' && <ModerateMenu onEdit={onEdit} onDelete={onDelete} />}
      {controls === 'own' && (
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
      )}
      {controls === 'other' && (
        <IconButton
          label={t('thread.report')}
          icon={<Flag aria-hidden="true" size={18} />}
          onClick={onReport}
        />
      )}
    </div>
  )
}

/** The "answered" badge and the tags, each a filter of the list: one line that scrolls. */
const TagRow = ({ thread, onTag }: Pick<Props, 'thread' | 'onTag'>) => {
  const { t } = useTranslation('community')
  const isAnswered = thread.accepted_comment_id !== null
  if (thread.tags.length === 0 && !isAnswered) return null
  return (
    <ul className="chip-row ms-1 flex min-w-0 items-center gap-1.5">
      {isAnswered && (
        <li className="shrink-0">
          <Badge tone="success" icon={<CircleCheck aria-hidden="true" size={14} />}>
            {t('thread.answered')}
          </Badge>
        </li>
      )}
      {thread.tags.map((name) => (
        <li key={name} className="shrink-0">
          <button
            type="button"
            aria-label={t('tags.filterBy', { name })}
            className="inline-flex min-h-8 items-center rounded-full text-sm text-ink-muted hover:text-ink pointer-coarse:min-h-11"
            onClick={() => onTag(name)}
          >
            {/* The finger's target is taller than the chip. */}
            <bdi className="rounded-full bg-surface-sunken px-3 py-1">{name}</bdi>
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
  <div className="flex flex-col gap-3">
    {Array.from({ length: count }, (_, index) => (
      <Card key={index} pad="none" className="px-4 pt-3 pb-1 sm:px-5">
        <div className="flex items-center gap-2.5">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className="h-5 w-40" />
        </div>
        <Skeleton className="mt-2 h-6 w-2/3" />
        <SkeletonText lines={2} className="mt-1" />
        <Skeleton className="mt-1 mb-2 h-9 w-full" />
      </Card>
    ))}
  </div>
)
