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
    <section aria-labelledby="past-sessions" className="mt-10">
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
          <ul className="grid gap-4 lg:grid-cols-2">
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
  const { recording, watched, minutes } = session
  const isDone = watched?.completed_at != null
  const isStarted = watched !== null && watched.watched_seconds > 0 && !isDone
  return (
    <li className="card flex gap-4 p-4">
      <div className="w-24 shrink-0 sm:w-40">
        <div className="overflow-hidden rounded-lg">
          <CourseCover title={session.title} />
        </div>
        {isStarted && recording.duration_seconds !== null && (
          <Progress
            className="mt-2"
            size="sm"
            label={t('recording.progress')}
            value={(100 * watched.watched_seconds) / recording.duration_seconds}
          />
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <h3 className="font-semibold text-ink">
          <bdi>{session.title}</bdi>
        </h3>
        <p className="text-sm text-ink-muted first-letter:uppercase">
          {dayText(session.starts_at, language, now)} · {formatDuration(length, language)}
        </p>
        <SessionPeople session={session} />
        {minutes !== null && !session.is_host && (
          <p className="text-sm text-ink-muted">
            {t('past.present', {
              minutes: formatDuration(minutes, language),
              length: formatDuration(length, language),
            })}
          </p>
        )}
        <div className="mt-auto pt-2">
          <RecordingStatus
            session={session}
            now={now}
            {...(isStarted && { label: t('recording.resume') })}
            {...(isDone && { label: t('recording.again') })}
          />
        </div>
      </div>
    </li>
  )
}
