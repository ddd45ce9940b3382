import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Badge } from '#src/shared/ui/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/Card.tsx'
import { Dialog } from '#src/shared/ui/Dialog.tsx'
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
      {!arrived && (
        <div className="mt-2 flex flex-wrap gap-2 border-t border-line pt-2">
          {online && (
            <Button variant="secondary" onClick={onAgain}>
              {t(entry.refused === null ? 'waits.now' : 'waits.again')}
            </Button>
          )}
          <Button variant="ghost" onClick={() => setAsked(true)}>
            {t('waits.discard')}
          </Button>
        </div>
      )}
      <AskDiscard open={asked} onClose={() => setAsked(false)} onDiscard={onDiscard} />
    </Card>
  )
}

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

type AskProps = { open: boolean; onClose: () => void; onDiscard: () => void }

const AskDiscard = ({ open, onClose, onDiscard }: AskProps) => {
  const { t } = useTranslation('community')
  if (!open) return null
  return (
    <Dialog
      open
      title={t('waits.askTitle')}
      description={t('waits.askText')}
      closeLabel={t('waits.keep')}
      actions={
        <>
          <Button variant="danger" onClick={onDiscard}>
            {t('waits.discard')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('waits.keep')}
          </Button>
        </>
      }
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    />
  )
}
