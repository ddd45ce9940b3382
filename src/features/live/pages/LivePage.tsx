import { useQuery } from '@tanstack/react-query'
import CalendarSync from 'lucide-react/icons/calendar-sync'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Schedule } from '#contract/live/live.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { scheduleQuery } from '../api/live.queries.ts'
import { useClock } from '../api/use-clock.ts'
import { useLiveUpdates } from '../api/use-live-updates.ts'
import { ComingList } from '../components/ComingList.tsx'
import { FeedDialog } from '../components/FeedDialog.tsx'
import { MainSession } from '../components/MainSession.tsx'
import { PastList } from '../components/PastList.tsx'
import { pastSchema } from '../model/live-filters.ts'
import { mainSession, stateAt } from '../model/main-session.ts'

const NONE: Schedule['results'] = []

/** /live: the next session, the coming ones, and past ones with their recordings. */
export const LivePage = () => {
  const { t } = useTranslation('live')
  const list = useListFilters(pastSchema)
  const schedule = useQuery(scheduleQuery(list.filters.course))
  const [isFeedOpen, setFeedOpen] = useState(false)
  useLiveUpdates()
  const now = useClock(schedule.data?.results ?? NONE)
  const main = schedule.data && mainSession(schedule.data, now)
  const others = (schedule.data?.results ?? NONE).filter(
    (session) => session.id !== main?.id && stateAt(session, now) !== 'ended',
  )
  const subscribe = (
    <Button
      variant="ghost"
      size="sm"
      icon={<CalendarSync aria-hidden="true" size={20} />}
      onClick={() => setFeedOpen(true)}
    >
      {t('feed.open')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('intro')}
        {...(schedule.data && others.length === 0 && { actions: subscribe })}
      />
      <ListStates
        rows={schedule.data && (main ? [main] : others.slice(0, 1))}
        query={schedule}
        texts={{
          loading: t('coming.loading'),
          failed: t('coming.failed'),
          empty: {
            title: t('coming.empty'),
            text: t('coming.emptyText'),
            action: (
              <Link to={paths.courses} className={buttonClass({ variant: 'secondary' })}>
                {t('coming.browse')}
              </Link>
            ),
          },
        }}
        skeleton={{ rows: 1, className: 'h-64' }}
      >
        {() => main && <MainSession key={main.id} session={main} state={stateAt(main, now)} now={now} />}
      </ListStates>
      <ComingList sessions={others} now={now} action={subscribe} />
      <PastList list={list} courses={schedule.data?.courses ?? []} now={now} />
      <FeedDialog open={isFeedOpen} onClose={() => setFeedOpen(false)} />
    </>
  )
}
