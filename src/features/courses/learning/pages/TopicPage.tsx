import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { programmePath } from '#contract/money/programme-slugs.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { Skeleton, SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { sendPending } from '../api/send-pending.ts'
import { topicQuery } from '../api/topic.queries.ts'
import { RenewalProvider, useTimelyRenewal } from '../components/address-renewal.ts'
import { Lesson } from '../components/lesson/Lesson.tsx'
import type { PlayerProps } from '../components/lesson/lesson-props.ts'
import { PageTurnProvider, RouteSettledProvider } from '../components/page-turn-context.ts'
import { PlayerError } from '../components/PlayerError.tsx'
import type { SideTab } from '../components/side/side-context.ts'
import { usePageTurnPosition } from '../components/use-page-turn-position.ts'
import { PlayerContextProvider, usePlayerContext } from '../context/player-context.ts'
import { overduePlayerContext, readOnlyPlayerContext } from '../context/read-only-context.ts'
import '../notes.css'
import '../player.css'

/** /learn/course/{courseId}/{submoduleId} */
export const TopicPage = (props: PlayerProps) => {
  const params = useParams()
  const courseId = parseId(params['courseId'])
  const { topicId, requestedItem, isSettled, turnTo } = usePageTurnPosition(
    courseId,
    parseId(params['submoduleId']),
  )
  const player = usePlayerContext()
  const topic = useQuery({
    ...topicQuery(courseId ?? 0, topicId ?? 0, player),
    enabled: courseId !== null && topicId !== null,
  })
  const { refetch } = topic
  const renewAddresses = useCallback(() => refetch(), [refetch])
  useTimelyRenewal(topic.data, renewAddresses)
  const [tab, setTab] = useState<SideTab | null>(null)
  const isLooking = topic.data?.looking === true
  const overdue = topic.data?.overdue?.programme
  const shownPlayer = useMemo(() => {
    if (isLooking) return readOnlyPlayerContext(player)
    return overdue ? overduePlayerContext(player, programmePath(overdue)) : player
  }, [player, isLooking, overdue])
  useEffect(() => sendPending(), [])
  if (courseId === null || topicId === null || (topic.isError && !topic.data))
    return (
      <PlayerError
        error={topic.error}
        courseId={topicId === null ? null : courseId}
        onRetry={() => void topic.refetch()}
      />
    )
  if (!topic.data) return <PlayerSkeleton />
  return (
    <PageTurnProvider value={turnTo}>
      <RouteSettledProvider value={isSettled}>
        <RenewalProvider value={renewAddresses}>
          <PlayerContextProvider value={shownPlayer}>
            <Lesson
              key={topicId}
              courseId={courseId}
              page={topic.data}
              requestedItem={requestedItem}
              tab={tab}
              onTab={setTab}
              {...props}
            />
          </PlayerContextProvider>
        </RenewalProvider>
      </RouteSettledProvider>
    </PageTurnProvider>
  )
}

const PlayerSkeleton = () => {
  const { t } = useTranslation('courses/learning')
  return (
    <div role="status" aria-busy="true" className="mx-auto max-w-3xl px-4 pt-6 sm:px-8">
      <span className="sr-only">{t('page.loading')}</span>
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="mt-6 h-11 w-full" />
      <SkeletonText lines={10} className="mt-8" />
    </div>
  )
}
