import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v4 as uuid } from 'uuid'
import type { ProgressResult } from '#contract/courses/progress.ts'
import type { ScormItem } from '#contract/courses/topic-page.ts'
import type { OpenedScorm } from '#contract/scorm/scorm.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { scormQuery, type ScormSession } from '../../api/scorm.queries.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import { AttemptList, AttemptBadges } from './AttemptBadges.tsx'
import { FullScreen } from './FullScreen.tsx'
import { NewAttempt } from './NewAttempt.tsx'
import { ScormFrame } from './ScormFrame.tsx'
import { useScormSession } from './use-scorm-session.ts'

type Props = { item: ScormItem; onProgress: (result: ProgressResult) => void }

const createSession = (newAttempt: boolean): ScormSession => ({ id: uuid(), newAttempt })

/** A SCORM package: plays in a separate frame, and its data is saved (contract/scorm/scorm.ts). */
export const ScormStep = ({ item, onProgress }: Props) => {
  const { t } = useTranslation('courses/learning/scorm')
  const [session, setSession] = useState(() => createSession(false))
  const online = useOnline()
  const { data, error, refetch } = useQuery(scormQuery(item.id, session, usePlayerContext()))
  const noConnection = !data && ((isApiError(error) && error.code === 'network') || (!error && !online))
  const retryIfOffline = useEffectEvent(() => {
    if (noConnection) void refetch()
  })
  useEffect(() => {
    if (online) retryIfOffline()
  }, [online])
  if (noConnection || (error && !data))
    return (
      <EmptyState
        role="alert"
        illustration={noConnection ? 'offline' : 'error'}
        title={t(noConnection ? 'needsConnection' : 'failed')}
        text={noConnection ? t('needsConnectionHint') : errorText(error, t('failedHint'))}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    )
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">{t('opening')}</span>
        <Skeleton className="h-96 w-full" />
      </div>
    )
  return (
    <ScormPlayer
      key={session.id}
      item={item}
      session={session}
      opened={data}
      onProgress={onProgress}
      onAgain={(newAttempt) => setSession(createSession(newAttempt))}
    />
  )
}

type PlayProps = Props & {
  session: ScormSession
  opened: OpenedScorm
  onAgain: (newAttempt: boolean) => void
}

const ScormPlayer = ({ item, session, opened, onProgress, onAgain }: PlayProps) => {
  const { t } = useTranslation('courses/learning/scorm')
  const player = usePlayerContext()
  const online = useOnline()
  const [channel] = useState(() => uuid())
  const [unreachable, setUnreachable] = useState(false)
  const playback = useScormSession({ item, session, opened, channel, onProgress })
  const markUnreachable = useCallback(() => setUnreachable(true), [])
  const current = playback.attempts.find(({ number }) => number === opened.attempt?.number) ?? opened.attempt
  return (
    <div className="flex flex-col gap-4">
      <AttemptBadges item={item} attempt={current} attempts={playback.attempts} />
      {!opened.attempt && !player.isPreview && <Alert kind="info" title={t('looking')} />}
      {!online && (
        <Alert kind="warning" title={t('offline')}>
          {t('offlineHint')}
        </Alert>
      )}
      {playback.tooLarge && <Alert kind="warning" title={t('tooLarge')} />}
      {playback.isOpenElsewhere && (
        <Alert
          kind="warning"
          title={t('elsewhere')}
          action={
            <Button size="sm" variant="secondary" onClick={() => onAgain(false)}>
              {t('here')}
            </Button>
          }
        >
          {t('elsewhereHint')}
        </Alert>
      )}
      {unreachable ? (
        <EmptyState
          role="alert"
          illustration="error"
          title={t('unreachable')}
          text={t('unreachableHint')}
          action={<Button onClick={() => onAgain(false)}>{t('retry')}</Button>}
        />
      ) : (
        !playback.isOpenElsewhere && (
          <FullScreen title={item.title}>
            <ScormFrame
              title={item.title}
              launch={opened.launch}
              channel={channel}
              ready={playback.ready}
              onUnreachable={markUnreachable}
            />
          </FullScreen>
        )
      )}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <AttemptList attempts={playback.attempts} />
        {current && current.status !== 'not_attempted' && <NewAttempt onBegin={() => onAgain(true)} />}
      </div>
    </div>
  )
}
