import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import CircleCheck from 'lucide-react/icons/circle-check'
import Flag from 'lucide-react/icons/flag'
import Link2 from 'lucide-react/icons/link-2'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useFollowThread, useVoteThread } from '../../api/thread.mutations.ts'
import { useCopyLink } from '../../hooks/use-copy-link.ts'
import { useCanModerate } from '../../hooks/use-can-moderate.ts'
import { usePostControls } from '../../hooks/use-post-controls.ts'
import type { PostControls } from '../../model/own-post.ts'
import type { Thread } from '../../model/posts.ts'
import { LessonLink } from './LessonLink.tsx'
import { Participants } from './Participants.tsx'
import { PostBody } from '../PostBody.tsx'
import { PostBy } from '../PostBy.tsx'
import { BookmarkButton } from './ThreadCard.tsx'
import { ModerateMenu } from '../ModerateMenu.tsx'
import { VoteControl } from '../VoteControl.tsx'
import { ThreadEditForm } from './ThreadEditForm.tsx'
import { ReportDialog } from '../ReportDialog.tsx'
import { HistoryDialog } from '../HistoryDialog.tsx'

/** The thread: title, body, tags and actions. */
export const ThreadView = ({ thread, now }: { thread: Thread; now: number }) => {
  const canModerate = useCanModerate()
  const [openPart, setOpenPart] = useState<'edit' | 'report' | 'history' | null>(null)
  const close = () => setOpenPart(null)
  const controls = usePostControls()(thread)
  return (
    <Card as="article" aria-labelledby="thread-title">
      <PostBy
        author={thread.author}
        at={thread.created_at}
        editedAt={thread.edited_at}
        now={now}
        size={44}
        onHistory={canModerate ? () => setOpenPart('history') : undefined}
      />
      {openPart === 'edit' ? (
        <>
          <h1 id="thread-title" className="sr-only">
            {thread.title}
          </h1>

          <ThreadEditForm thread={thread} onClose={close} />
        </>
      ) : (
        <ThreadText thread={thread} />
      )}
      <ThreadActions
        thread={thread}
        controls={controls}
        isEditing={openPart === 'edit'}
        onEdit={() => setOpenPart('edit')}
        onReport={() => setOpenPart('report')}
      />

      {openPart === 'report' && <ReportDialog subject={{ type: 'thread', id: thread.id }} onClose={close} />}
      {openPart === 'history' && <HistoryDialog type="thread" id={thread.id} onClose={close} />}
    </Card>
  )
}

const ThreadText = ({ thread }: { thread: Thread }) => {
  const { t } = useTranslation('community')
  return (
    <>
      <h1
        id="thread-title"
        dir="auto"
        tabIndex={-1}
        className="mt-4 text-2xl font-bold tracking-tight sm:text-3xl"
      >
        {thread.title}
      </h1>
      {thread.lesson && <LessonLink lesson={thread.lesson} />}
      <div className="mt-4 max-w-reading">
        <PostBody html={thread.body} mentions={thread.mentions} />
      </div>
      <ul className="mt-4 flex flex-wrap items-center gap-2">
        {thread.accepted_comment_id !== null && (
          <li>
            <Badge tone="success" icon={<CircleCheck aria-hidden="true" size={14} />}>
              {t('thread.answered')}
            </Badge>
          </li>
        )}
        {thread.tags.map((name) => (
          <li key={name}>
            <Link
              to={`${paths.community}?${new URLSearchParams({ tag: name }).toString()}`}
              aria-label={t('tags.filterBy', { name })}
              className="inline-flex min-h-8 items-center rounded-full bg-surface-sunken px-3 text-sm text-ink-muted hover:text-ink pointer-coarse:min-h-11"
            >
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

type ActionsProps = {
  thread: Thread
  controls: PostControls
  isEditing: boolean
  onEdit: () => void
  onReport: () => void
}

const ThreadActions = ({ thread, controls, isEditing, onEdit, onReport }: ActionsProps) => {
  const { t } = useTranslation('community')
  const vote = useVoteThread(thread.id)
  const follow = useFollowThread(thread.id)
  const copyLink = useCopyLink()
  const FollowIcon = thread.following ? BellOff : Bell
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line pt-3">
      <VoteControl post={thread} onVote={(direction) => vote.mutate(direction)} />
      <BookmarkButton thread={thread} />
      <Button
        variant="ghost"
        size="sm"
        icon={<FollowIcon aria-hidden="true" size={18} />}
        onClick={() => follow.mutate(!thread.following)}
      >
        {t(thread.following ? 'thread.mute' : 'thread.follow')}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={<Link2 aria-hidden="true" size={18} />}
        onClick={() => void copyLink(paths.thread(thread.id))}
      >
        {t('action.copyLink')}
      </Button>
      {controls === 'own' && !isEditing && (
        <Button variant="ghost" size="sm" icon={<Pencil aria-hidden="true" size={18} />} onClick={onEdit}>
          {t('action.edit')}
        </Button>
      )}
      {controls === 'moderate' && !isEditing && <ModerateMenu onEdit={onEdit} />}
      {controls === 'other' && (
        <Button variant="ghost" size="sm" icon={<Flag aria-hidden="true" size={18} />} onClick={onReport}>
          {t('action.report')}
        </Button>
      )}
      <div className="ms-auto">
        <Participants participants={thread.participants} total={thread.participants_count} />
      </div>
    </div>
  )
}
