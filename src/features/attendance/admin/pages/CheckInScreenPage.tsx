import { useQuery } from '@tanstack/react-query'
import Maximize from 'lucide-react/icons/maximize'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Board } from '#contract/attendance/sheets.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { boardQuery, useOpenCheckIn } from '../api/sheets.queries.ts'
import { useBoardUpdates } from '../api/use-board-updates.ts'
import { BoardPeople } from '../components/BoardPeople.tsx'
import { CodePoster } from '../components/CodePoster.tsx'

/** /admin/attendance/check-in: the code for a projector, and who is in. */
export const CheckInScreenPage = () => {
  const { t } = useTranslation('attendance/admin')
  const [address] = useSearchParams()
  const sessionId = parseId(address.get('session') ?? '')
  return sessionId === null ? (
    <EmptyState as="h1" title={t('screen.missing')} illustration="notFound" />
  ) : (
    <CheckInScreen key={sessionId} sessionId={sessionId} />
  )
}

const CheckInScreen = ({ sessionId }: { sessionId: number }) => {
  const { t } = useTranslation('attendance/admin')
  const query = useQuery(boardQuery(sessionId))
  useBoardUpdates(sessionId)
  const board = query.data
  if (!board && query.isError)
    return (
      <EmptyState
        as="h1"
        illustration="error"
        role="alert"
        title={errorText(query.error, t('screen.failed'))}
        action={<Button onClick={() => void query.refetch()}>{t('bar.retry')}</Button>}
      />
    )
  return (
    <>
      <PageHeader
        title={board ? <bdi>{board.session.title}</bdi> : t('screen.title')}
        text={board?.course && <bdi>{board.course.title}</bdi>}
        above={
          <BackLink to={board ? adminPaths.sheet(board.course?.id ?? 'none') : adminPaths.attendance}>
            {t('screen.back')}
          </BackLink>
        }
      />
      {board ? (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Screen board={board} isStale={query.isError} />
          <BoardPeople people={board.people} />
        </div>
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </>
  )
}

/** The code, or what to do for one. */
const Screen = ({ board, isStale }: { board: Board; isStale: boolean }) => {
  const { t } = useTranslation('attendance/admin')
  const poster = useRef<HTMLDivElement>(null)
  const { mutate, isPending, error } = useOpenCheckIn(board.session.id)
  if (board.state !== 'open' || board.code === null)
    return (
      <div className="card p-6">
        <EmptyState
          title={t(`screen.${board.state}`)}
          text={error ? errorText(error, t('screen.failed')) : t(`screen.${board.state}Text`)}
          action={
            board.state === 'closed' && (
              <Button size="lg" pending={isPending} onClick={() => mutate(true)}>
                {t('screen.start')}
              </Button>
            )
          }
        />
      </div>
    )
  return (
    <div>
      <div ref={poster} className="overflow-auto rounded-xl bg-surface-raised [&:fullscreen]:rounded-none">
        <CodePoster board={board} code={board.code} isStale={isStale} />
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          icon={<Maximize aria-hidden="true" size={18} />}
          onClick={() => void poster.current?.requestFullscreen?.()}
        >
          {t('screen.full')}
        </Button>
        <Button variant="secondary" pending={isPending} onClick={() => mutate(false)}>
          {t('screen.stop')}
        </Button>
      </div>
    </div>
  )
}
