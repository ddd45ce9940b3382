import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PastSession } from '#contract/live/live.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import type { ListFilters } from '#src/core/lists/use-list-filters.ts'
import { formatDuration } from '#src/shared/lib/format.ts'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { Progress } from '#src/shared/ui/feedback/Progress.tsx'
import { PAST_PER_PAGE, pastQuery } from '../api/live.queries.ts'
import { dayText, lengthMinutes } from '../model/session-time.ts'
import { RecordingStatus } from './RecordingStatus.tsx'
import { SessionPeople } from './SessionFacts.tsx'

type Props = {
  list: ListFilters<{ course: number | null }>
  courses: readonly { id: number; title: string }[]
  now: number
}

/** Past sessions with their recordings, search and filter (LV10). */
export const PastList = ({ list, courses, now }: Props) => {
  const { t } = useTranslation('live')
  const past = useQuery(pastQuery(list.filters))
  const hasCourses = courses.length > 1 || list.filters.course !== null
  return (
    <section aria-labelledby="past-sessions" className="mt-8 sm:mt-10">
      <h2 id="past-sessions" className="mb-3 text-lg font-bold text-ink">
        {t('past.title')}
      </h2>
      <ListShell
        list={list}
        search={t('past.search')}
        filtersLabel={t('past.title')}
        filters={
          hasCourses && (
            <FilterSelect
              label={t('past.course')}
              className="sm:w-64"
              all={t('past.allCourses')}
              value={list.filters.course === null ? null : String(list.filters.course)}
              options={courses.map(({ id, title }) => ({ value: String(id), label: title }))}
              onChange={(value) => list.change({ course: value === null ? null : Number(value) })}
            />
          )
        }
        query={past}
        page={past.data}
        perPage={PAST_PER_PAGE}
        texts={{
          loading: t('past.loading'),
          failed: t('past.failed'),
          empty: { title: t('past.empty'), text: t('past.emptyText') },
          none: t('past.none'),
        }}
        skeleton={{ rows: 3, className: 'h-32' }}
      >
        {(rows) => (
          <ul className="max-sm:card max-sm:divide-y max-sm:divide-line sm:grid sm:gap-4 lg:grid-cols-2">
            {rows.map((session) => (
              <PastCard key={session.id} session={session} now={now} />
            ))}
          </ul>
        )}
      </ListShell>
    </section>
  )
}

const PastCard = ({ session, now }: { session: PastSession; now: number }) => {
  const { t } = useTranslation('live')
  const language = useLanguage()
  const length = lengthMinutes(session)
  const { watched, minutes } = session
  const isDone = watched?.completed_at != null
  const isStarted = watched !== null && watched.watched_seconds > 0 && !isDone
  return (
    <li className="sm:card flex gap-4 max-sm:px-4 max-sm:py-3 sm:p-4">
      <div className="w-40 shrink-0 max-sm:hidden">
        <div className="overflow-hidden rounded-lg">
          <CourseCover title={session.title} />
        </div>
        {isStarted && <Watched session={session} className="mt-2" />}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 sm:gap-1.5">
        <h3 className="font-semibold text-ink">
          <bdi>{session.title}</bdi>
        </h3>
        <p className="text-sm text-ink-muted first-letter:uppercase">
          {dayText(session.starts_at, language, now)} · {formatDuration(length, language)}
          {minutes !== null && !session.is_host && (
            <span className="sm:block">
              <span className="sm:hidden"> · </span>
              {t('past.present', {
                minutes: formatDuration(minutes, language),
                length: formatDuration(length, language),
              })}
            </span>
          )}
        </p>
        <div className="max-sm:hidden">
          <SessionPeople session={session} />
        </div>
        {isStarted && <Watched session={session} className="mt-1.5 sm:hidden" />}
        <div className="mt-auto sm:pt-2">
          <RecordingStatus
            session={session}
            now={now}
            isDense
            {...(isStarted && { label: t('recording.resume') })}
            {...(isDone && { label: t('recording.again') })}
          />
        </div>
      </div>
    </li>
  )
}

/** How much of the recording was watched. */
const Watched = ({ session, className }: { session: PastSession; className: string }) => {
  const { t } = useTranslation('live')
  const { recording, watched } = session
  if (recording.duration_seconds === null || watched === null) return null
  return (
    <Progress
      className={className}
      size="sm"
      label={t('recording.progress')}
      value={(100 * watched.watched_seconds) / recording.duration_seconds}
    />
  )
}
