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
import type { WaitingPost } from '../hooks/use-waiting.ts'
import { CollapsibleBody } from './PostBody.tsx'
import { PostBy } from './PostBy.tsx'

type Props = { post: WaitingPost; level: 2 | 3; onAgain: () => void; onDiscard: () => void }

/** A thread, comment or reply that only this device has, and what can be done about it. */
export const WaitingCard = ({ post, level, onAgain, onDiscard }: Props) => {
  const { t } = useTranslation('community')
  const self = useAppSelector(selectUser)
  const online = useOnline()
  const [now] = useState(() => Date.now())
  const [asked, setAsked] = useState(false)
  // Whoever kept it goes on at the button that asked.
  const [kept, setKept] = useState(false)
  const { entry, arrived } = post
  const author = {
    name: self.full_name ?? '',
    user_name: self.username ?? '',
    profile_pic_url: self.profile_picture,
  }
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Card as="article" aria-label={t(arrived ? 'waits.arrived' : 'waits.badge')} className="border-dashed">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PostBy
          author={author}
          at={new Date(entry.since).toISOString()}
          editedAt={null}
          now={now}
          size={32}
        />
        <StateOf post={post} />
      </div>
      {entry.kind === 'thread' && (
        <Heading dir="auto" className="mt-3 text-lg font-semibold">
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
      {!arrived &&
        (asked ? (
          <AskDiscard
            onKeep={() => {
              setAsked(false)
              setKept(true)
            }}
            onDiscard={onDiscard}
          />
        ) : (
          <div className="mt-2 flex flex-wrap gap-2 border-t border-line pt-2">
            {online && (
              <Button variant="secondary" onClick={onAgain}>
                {t(entry.refused === null ? 'waits.now' : 'waits.again')}
              </Button>
            )}
            <Button ref={kept ? focusOn : null} variant="ghost" onClick={() => setAsked(true)}>
              {t('waits.discard')}
            </Button>
          </div>
        ))}
    </Card>
  )
}

const focusOn = (button: HTMLButtonElement | null) => button?.focus()

const StateOf = ({ post: { entry, arrived } }: { post: WaitingPost }) => {
  const { t } = useTranslation('community')
  if (arrived)
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden="true" size={14} />}>
        {t('waits.arrived')}
      </Badge>
    )
  const refused = entry.refused !== null
  return (
    <Badge tone={refused ? 'error' : 'warning'} icon={<Clock aria-hidden="true" size={14} />}>
      {t(refused ? 'waits.refused' : 'waits.badge')}
    </Badge>
  )
}

type AskProps = { onKeep: () => void; onDiscard: () => void }

/** Asked in its place: a dialog weighs as much as a fifth of the editor, and comes along with it for nobody else. */
const AskDiscard = ({ onKeep, onDiscard }: AskProps) => {
  const { t } = useTranslation('community')
  const title = useId()
  const text = useId()
  const box = useRef<HTMLDivElement>(null)
  // The press that asked has gone with its button: keys and screen readers go on here.
  useEffect(() => box.current?.focus(), [])
  useEffect(() => {
    const question = box.current
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && onKeep()
    question?.addEventListener('keydown', leave)
    return () => question?.removeEventListener('keydown', leave)
  }, [onKeep])
  return (
    <div
      ref={box}
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
