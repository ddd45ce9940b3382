import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDuration } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useSaveRecording } from '../../api/live-admin.queries.ts'
import { useTimes } from '../../hooks/use-times.ts'
import { PlaceDialog } from './PlaceDialog.tsx'
import { RecordingDialog } from './RecordingDialog.tsx'

/** Whether there is a recording, and what can be done about it. */
export const RecordingCard = ({ session }: { session: StaffSessionDetail }) => {
  const { t } = useTranslation('live-admin')
  const notify = useNotify()
  const save = useSaveRecording(session.id)
  const [opened, setOpened] = useState<'attach' | 'place' | null>(null)
  const isReady = session.recording.state === 'ready'
  return (
    <Card as="section" aria-label={t('recording.title')} className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold text-ink">{t('recording.title')}</h2>
      <Status session={session} />
      {save.isError && <Alert kind="error" title={errorText(save.error, t('recording.failed'))} />}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setOpened('attach')}>
          {t(isReady ? 'recording.replace' : 'recording.attach')}
        </Button>
        {isReady && (
          <Button variant="secondary" onClick={() => setOpened('place')}>
            {t('place.title')}
          </Button>
        )}
        {session.recording.state !== 'none' && (
          <Button
            variant="ghost"
            pending={save.isPending}
            onClick={() =>
              save.mutate(
                { state: 'none' },
                { onSuccess: () => notify({ kind: 'success', title: t('recording.removed') }) },
              )
            }
          >
            {t('recording.remove')}
          </Button>
        )}
      </div>
      {opened === 'attach' && <RecordingDialog session={session} onClose={() => setOpened(null)} />}
      {opened === 'place' && <PlaceDialog session={session} onClose={() => setOpened(null)} />}
    </Card>
  )
}

const Status = ({ session: { recording, recording_media: media } }: { session: StaffSessionDetail }) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  const language = useLanguage()
  if (recording.state === 'expected' && recording.expected_at !== null)
    return <p className="text-ink">{t('recording.expected', { time: times.full(recording.expected_at) })}</p>
  if (recording.state !== 'ready')
    return (
      <p className="text-ink-muted">
        {t(recording.state === 'failed' ? 'recording.broken' : 'recording.none')}
      </p>
    )
  const minutes = (recording.duration_seconds ?? 0) / 60
  return (
    <p className="text-ink">
      {t('recording.ready', { length: formatDuration(minutes, language) })}{' '}
      {media.url?.startsWith('https://') && (
        <bdi dir="ltr" className="break-all text-sm text-ink-muted">
          {media.url}
        </bdi>
      )}
    </p>
  )
}
