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
import { scormQuery, type Sitting } from '../../api/scorm.queries.ts'
import { usePlayerContext } from '../../context/player-context.ts'
import { AttemptList, AttemptSigns } from './AttemptSigns.tsx'
import { FullScreen } from './FullScreen.tsx'
import { NewAttempt } from './NewAttempt.tsx'
import { ScormFrame } from './ScormFrame.tsx'
import { useSitting } from './use-sitting.ts'

type Props = { item: ScormItem; onProgress: (result: ProgressResult) => void }

const newSitting = (newAttempt: boolean): Sitting => ({ session: uuid(), newAttempt })

/** A SCORM package: it plays in a frame of its own, and what it says is kept (contract/scorm/scorm.ts). */
export const ScormStep = ({ item, onProgress }: Props) => {
  const { t } = useTranslation('courses/learning/scorm')
  const [sitting, setSitting] = useState(() => newSitting(false))
  const online = useOnline()
  const { data, error, refetch } = useQuery(scormQuery(item.id, sitting, usePlayerContext()))
  const noConnection = !data && ((isApiError(error) && error.code === 'network') || (!error && !online))
  const again = useEffectEvent(() => {
    if (noConnection) void refetch()
  })
  useEffect(() => {
    if (online) again()
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
    <Play
      key={sitting.session}
      item={item}
      sitting={sitting}
      opened={data}
      onProgress={onProgress}
      onAgain={(newAttempt) => setSitting(newSitting(newAttempt))}
    />
  )
}

type PlayProps = Props & { sitting: Sitting; opened: OpenedScorm; onAgain: (newAttempt: boolean) => void }

const Play = ({ item, sitting, opened, onProgress, onAgain }: PlayProps) => {
  const { t } = useTranslation('courses/learning/scorm')
  const desk = usePlayerContext()
  const online = useOnline()
  const [channel] = useState(() => uuid())
  const [unreachable, setUnreachable] = useState(false)
  const sit = useSitting({ item, sitting, opened, channel, onProgress })
  const lost = useCallback(() => setUnreachable(true), [])
  const current = sit.attempts.find(({ number }) => number === opened.attempt?.number) ?? opened.attempt
  return (
    <div className="flex flex-col gap-4">
      <AttemptSigns item={item} attempt={current} attempts={sit.attempts} />
      {!opened.attempt && !desk.preview && <Alert kind="info" title={t('looking')} />}
      {!online && (
        <Alert kind="warning" title={t('offline')}>
          {t('offlineHint')}
        </Alert>
      )}
      {sit.tooLarge && <Alert kind="warning" title={t('tooLarge')} />}
      {sit.elsewhere && (
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
        !sit.elsewhere && (
          <FullScreen title={item.title}>
            <ScormFrame
              title={item.title}
              launch={opened.launch}
              channel={channel}
              ready={sit.ready}
              onUnreachable={lost}
            />
          </FullScreen>
        )
      )}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <AttemptList attempts={sit.attempts} />
        {current && current.status !== 'not_attempted' && <NewAttempt onBegin={() => onAgain(true)} />}
      </div>
    </div>
  )
}
