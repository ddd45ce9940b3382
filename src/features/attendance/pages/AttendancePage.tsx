import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { OwnAttendance } from '#contract/attendance/attendance.ts'
import { heldOf } from '#contract/attendance/rules.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { serverNow } from '#src/core/session/server-clock.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { attendanceQuery } from '../api/attendance.queries.ts'
import { CourseSummaries } from '../components/CourseSummaries.tsx'
import { MonthCalendar } from '../components/MonthCalendar.tsx'
import { OpenCheckIns } from '../components/OpenCheckIns.tsx'
import { RuleNote } from '../components/RuleNote.tsx'
import { SessionCard } from '../components/SessionCard.tsx'
import { SummaryCard } from '../components/SummaryCard.tsx'
import { dayOf } from '../model/month.ts'
import { summaryOf } from '../model/summary.ts'

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** /attendance: a learner's classes, month by month. The address holds the month and the course. */
export const AttendancePage = () => {
  const { t } = useTranslation('attendance')
  const [address] = useSearchParams()
  const month = address.get('month') ?? ''
  const query = useQuery(attendanceQuery(MONTH.test(month) ? month : null))
  const own = query.data
  const isEmpty =
    own !== undefined && own.courses.length === 0 && own.sessions.length === 0 && heldOf(own.counts) === 0
  return (
    <>
      <PageHeader title={t('title')} text={t('intro')} />
      {own && <OpenCheckIns checkIns={own.check_ins} />}
      <ListStates
        rows={own && (isEmpty ? [] : [own])}
        query={query}
        texts={{
          loading: t('loading'),
          failed: t('failed'),
          empty: { title: t('empty.title'), text: t('empty.text') },
        }}
        skeleton={{ rows: 3, className: 'h-44' }}
      >
        {([found]) => found && <Attendance own={found} />}
      </ListStates>
    </>
  )
}

/** Filters of the address; the rest of it stays. */
const useChoice = () => {
  const [address, setAddress] = useSearchParams()
  const change = (name: 'month' | 'course', value: string | null) => {
    const next = new URLSearchParams(address)
    if (value === null) next.delete(name)
    else next.set(name, value)
    setAddress(next, { replace: true })
  }
  return { courseId: parseId(address.get('course') ?? ''), change }
}

const Attendance = ({ own }: { own: OwnAttendance }) => {
  const { courseId, change } = useChoice()
  const summary = summaryOf(own, courseId) ?? summaryOf(own, null)
  return (
    <div className="flex flex-col gap-5">
      {summary && <SummaryCard key={courseId} summary={summary} />}
      {own.courses.length > 1 && (
        <CourseSummaries
          courses={own.courses}
          chosen={courseId}
          onChoose={(id) => change('course', id === null ? null : String(id))}
        />
      )}
      <Month
        own={own}
        courseId={courseId}
        onMonth={(month) => change('month', month)}
        onClear={() => change('course', null)}
      />
      <RuleNote />
    </div>
  )
}

const showSession = (id: number) => {
  const card = document.getElementById(`class-${id}`)
  card?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  card?.focus({ preventScroll: true })
}

type MonthProps = {
  own: OwnAttendance
  courseId: number | null
  onMonth: (month: string) => void
  onClear: () => void
}

const Month = ({ own, courseId, onMonth, onClear }: MonthProps) => {
  const { t } = useTranslation('attendance')
  const now = serverNow()
  const sessions = own.sessions.filter(({ course }) => courseId === null || course?.id === courseId)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[22rem_1fr]">
      <MonthCalendar
        month={own.month}
        firstMonth={own.first_month}
        lastMonth={own.last_month}
        timeZone={own.time_zone}
        today={dayOf(new Date(now).toISOString(), own.time_zone)}
        sessions={sessions}
        onMonth={onMonth}
        onDay={showSession}
      />
      <ListStates
        rows={sessions}
        isNarrowed={own.sessions.length > 0}
        onClear={onClear}
        texts={{
          loading: t('loading'),
          failed: t('failed'),
          empty: { title: t('emptyMonth') },
          none: t('emptyMonth'),
        }}
      >
        {(rows) => (
          <ul aria-label={t('session.list')} className="flex min-w-0 flex-col gap-3">
            {rows.toReversed().map((session) => (
              <SessionCard key={session.id} session={session} timeZone={own.time_zone} now={now} />
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  )
}
