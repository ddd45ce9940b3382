import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Recording } from '#contract/live/live.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { serverNow } from '#src/core/session/server-clock.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { callWatch, liveKeys, recordingQuery } from '../api/live.queries.ts'
import { dayText } from '../model/session-time.ts'
import { SessionPeople } from './SessionFacts.tsx'

export type Watched = { position: number; ranges: [number, number][] }

type Props = {
  sessionId: number
  /** The player; it belongs to another feature. */
  children: (
    recording: Recording,
    player: { save: (watched: Watched) => Promise<unknown>; renew: () => Promise<unknown> },
  ) => ReactNode
}

/** The page of a recording around its player. */
export const RecordingFrame = ({ sessionId, children }: Props) => {
  const { t } = useTranslation(['live', 'shared/list'])
  const client = useQueryClient()
  const isOnline = useOnline()
  const recording = useQuery({ ...recordingQuery(sessionId), staleTime: Number.POSITIVE_INFINITY })
  const save = async ({ position, ranges }: Watched) => {
    const answer = await callWatch(sessionId, { position_seconds: position, ranges })
    client.setQueryData<Recording>(liveKeys.recording(sessionId), (old) => old && { ...old, ...answer })
    void client.invalidateQueries({ queryKey: liveKeys.allPast, refetchType: 'none' })
  }
  const { data } = recording
  return (
    <>
      <RecordingHeader session={data?.session} />
      <ListState
        items={data && [data]}
        failed={recording.isError}
        offline={!isOnline}
        filtered={false}
        loadingLabel={t('recording.loading')}
        skeleton={<Skeleton className="aspect-video rounded-xl" />}
        empty={{ title: t('recording.missing') }}
        emptyFiltered={{ title: '', clearLabel: '', onClear: () => undefined }}
        error={{
          title: t('recording.missing'),
          text: t('recording.missingText'),
          retryLabel: t('shared/list:retry'),
          onRetry: () => void recording.refetch(),
        }}
        offlineMessage={{ title: t('shared/list:offline') }}
      >
        {([loaded]) => loaded && children(loaded, { save, renew: () => recording.refetch() })}
      </ListState>
    </>
  )
}

const RecordingHeader = ({ session }: { session: Recording['session'] | undefined }) => {
  const { t } = useTranslation('live')
  const language = useLanguage()
  return (
    <PageHeader
      above={<BackLink to={paths.live}>{t('recording.back')}</BackLink>}
      title={session ? <bdi>{session.title}</bdi> : t('recording.watch')}
      text={
        session && (
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="first-letter:uppercase">
              {dayText(session.starts_at, language, serverNow())}
            </span>
            <SessionPeople session={session} />
          </span>
        )
      }
    />
  )
}
