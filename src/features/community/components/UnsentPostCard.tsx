import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import type { UnsentPost } from '../hooks/use-unsent-posts.ts'
import { CollapsibleBody } from './PostBody.tsx'
import { PostBy } from './PostBy.tsx'

type Props = { post: UnsentPost; level: 2 | 3; onRetry: () => void; onDiscard: () => void }

/** An unsent thread, comment or reply, with actions. */
export const UnsentPostCard = ({ post, level, onRetry, onDiscard }: Props) => {
  const { t } = useTranslation('community')
  const self = useAppSelector(selectUser)
  const online = useOnline()
  const [now] = useState(() => Date.now())
  const [isAsking, setIsAsking] = useState(false)
  // After "keep", focus returns to the discard button.
  const [isKept, setIsKept] = useState(false)
  const { entry, isSent } = post
  const author = {
    name: self.full_name ?? '',
    user_name: self.username ?? '',
    profile_pic_url: self.profile_picture,
  }
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Card as="article" aria-label={t(isSent ? 'waits.arrived' : 'waits.badge')} className="border-dashed">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PostBy
          author={author}
          at={new Date(entry.since).toISOString()}
          editedAt={null}
          now={now}
          size={32}
        />
        <StateBadge post={post} />
      </div>
      {entry.kind === 'thread' && (
        <Heading className="mt-3 text-lg font-semibold">
          <bdi>{entry.title}</bdi>
        </Heading>
      )}
      <div className="mt-2 max-w-reading">
        <CollapsibleBody html={entry.body} mentions={[]} />
      </div>
      {entry.refused && (
        <p dir="auto" className="mt-2 text-sm text-error-text">
          {entry.refused}
        </p>
      )}
      {!isSent &&
        (isAsking ? (
          <AskDiscard
            onKeep={() => {
              setIsAsking(false)
              setIsKept(true)
            }}
            onDiscard={onDiscard}
          />
        ) : (
          <div className="mt-2 flex flex-wrap gap-2 border-t border-line pt-2">
            {online && (
              <Button variant="secondary" onClick={onRetry}>
                {t(entry.refused === null ? 'waits.now' : 'waits.again')}
              </Button>
            )}
            <Button ref={isKept ? focusOn : null} variant="ghost" onClick={() => setIsAsking(true)}>
              {t('waits.discard')}
            </Button>
          </div>
        ))}
    </Card>
  )
}

const focusOn = (button: HTMLButtonElement | null) => button?.focus()

const StateBadge = ({ post: { entry, isSent } }: { post: UnsentPost }) => {
  const { t } = useTranslation('community')
  if (isSent)
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden="true" size={14} />}>
        {t('waits.arrived')}
      </Badge>
    )
  const isRefused = entry.refused !== null
  return (
    <Badge tone={isRefused ? 'error' : 'warning'} icon={<Clock aria-hidden="true" size={14} />}>
      {t(isRefused ? 'waits.refused' : 'waits.badge')}
    </Badge>
  )
}

type AskProps = { onKeep: () => void; onDiscard: () => void }

/** An inline question: a dialog would add a fifth of the editor's size, and nothing else here needs one. */
const AskDiscard = ({ onKeep, onDiscard }: AskProps) => {
  const { t } = useTranslation('community')
  const title = useId()
  const text = useId()
  const container = useRef<HTMLDivElement>(null)
  // The button that opened the question is gone: the focus moves here.
  useEffect(() => container.current?.focus(), [])
  useEffect(() => {
    const question = container.current
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && onKeep()
    question?.addEventListener('keydown', closeOnEscape)
    return () => question?.removeEventListener('keydown', closeOnEscape)
  }, [onKeep])
  return (
    <div
      ref={container}
      role="group"
      tabIndex={-1}
      aria-labelledby={title}
      aria-describedby={text}
      className="mt-2 border-t border-line pt-3"
    >
      <p id={title} className="font-semibold">
        {t('waits.askTitle')}
      </p>
      <p id={text} className="mt-1 text-sm text-ink-muted">
        {t('waits.askText')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="danger" onClick={onDiscard}>
          {t('waits.discard')}
        </Button>
        <Button variant="secondary" onClick={onKeep}>
          {t('waits.keep')}
        </Button>
      </div>
    </div>
  )
}
