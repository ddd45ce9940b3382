import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { selectFeatures } from '#src/core/client-config/client-config-slice.ts'
import { hasFeature } from '#src/core/client-config/features.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useOutbox, type Entry, type LoadSources } from '../api/use-outbox.ts'
import { OutboxLine } from '../components/OutboxLine.tsx'

/** /outbox: entries that this device has not sent yet (features: PW4). */
export const OutboxPage = ({ load }: { load: LoadSources }) => {
  const { t } = useTranslation('offline')
  const online = useOnline()
  const hasCourses = hasFeature(useAppSelector(selectFeatures), 'course')
  const outbox = useOutbox(load)
  const [isSending, setIsSending] = useState(false)
  const [discarding, setDiscarding] = useState<Entry | null>(null)
  const [now] = useState(() => Date.now())
  const { entries } = outbox
  /** Whether any entry is sent automatically; drafts need their author. */
  const hasSendable = entries?.some(
    ({ isDraft, refused, isPaused }) => !isDraft && refused === null && !isPaused,
  )
  const send = async () => {
    setIsSending(true)
    await outbox.sendAll()
    setIsSending(false)
  }
  return (
    <>
      <PageHeader
        title={t('outbox.title')}
        text={t('outbox.text')}
        actions={
          <>
            {hasCourses && (
              <Link to={paths.offline} className={buttonClass({ variant: 'secondary' })}>
                {t('outbox.toSaved')}
              </Link>
            )}
            {hasSendable && (
              <Button disabled={!online} pending={isSending} onClick={() => void send()}>
                {t('outbox.sendAll')}
              </Button>
            )}
          </>
        }
      />
      {!online && hasSendable && (
        <Alert kind="info" title={t('outbox.offline')}>
          {t('outbox.offlineHint')}
        </Alert>
      )}
      {outbox.hasFailed && (
        <Alert kind="error" title={t('outbox.failed')}>
          {t('outbox.failedHint')}
        </Alert>
      )}
      {!entries && !outbox.hasFailed && (
        <div role="status" aria-busy="true">
          <span className="sr-only">{t('outbox.loading')}</span>
          <SkeletonText lines={5} />
        </div>
      )}
      {entries?.length === 0 && <Empty />}
      {entries && entries.length > 0 && (
        <ul aria-label={t('outbox.title')} className="mt-4 flex flex-col gap-3">
          {entries.map((entry) => (
            <OutboxLine
              key={`${entry.source.name} ${entry.id}`}
              entry={entry}
              now={now}
              onRetry={() => void outbox.retry(entry)}
              onDiscard={() => setDiscarding(entry)}
            />
          ))}
        </ul>
      )}
      {discarding && (
        <DiscardDialog
          entry={discarding}
          onClose={() => setDiscarding(null)}
          onDiscard={() => {
            setDiscarding(null)
            void outbox.discard(discarding)
          }}
        />
      )}
    </>
  )
}

const Empty = () => {
  const { t } = useTranslation('offline')
  return <EmptyState illustration="packed" title={t('outbox.empty')} text={t('outbox.emptyHint')} />
}

type DiscardProps = { entry: Entry; onClose: () => void; onDiscard: () => void }

const DiscardDialog = ({ entry, onClose, onDiscard }: DiscardProps) => {
  const { t } = useTranslation('offline')
  return (
    <Dialog
      open
      title={t('outbox.askTitle')}
      description={t('outbox.askText', { what: t(`kind.${entry.kind}`) })}
      closeLabel={t('outbox.keep')}
      actions={
        <>
          <Button variant="danger" onClick={onDiscard}>
            {t('outbox.discard')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('outbox.keep')}
          </Button>
        </>
      }
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    />
  )
}
