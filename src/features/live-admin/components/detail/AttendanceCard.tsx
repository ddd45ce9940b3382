import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { minutesNeeded } from '#contract/attendance/rules.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDuration } from '#src/shared/lib/format.ts'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { Stat } from '#src/shared/ui/content/Stat.tsx'
import { useTimes } from '../../hooks/use-times.ts'

type Attendee = StaffSessionDetail['attendance'][number]
const MINUTE_MS = 60_000

/** How many came and stayed, and each of them with their minutes. */
export const AttendanceCard = ({ session }: { session: StaffSessionDetail }) => {
  const { t } = useTranslation('live-admin')
  const language = useLanguage()
  const times = useTimes()
  const length = (Date.parse(session.ends_at) - Date.parse(session.starts_at)) / MINUTE_MS
  const stayed = session.attendance.filter(({ minutes }) => minutes >= minutesNeeded(length)).length
  const columns = useMemo(
    (): Column<Attendee>[] => [
      { key: 'name', title: t('attendance.name'), names: true, cell: ({ name }) => <bdi>{name}</bdi> },
      {
        key: 'joined',
        title: t('attendance.joinedAt'),
        cell: ({ joined_at: at }) => (at === null ? '–' : times.full(at)),
      },
      {
        key: 'minutes',
        title: t('attendance.minutes'),
        end: true,
        cell: ({ minutes }) => <span className="tabular-nums">{formatDuration(minutes, language)}</span>,
      },
    ],
    [t, times, language],
  )
  return (
    <section aria-label={t('attendance.title')} className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold text-ink">{t('attendance.title')}</h2>
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Stat label={t('attendance.invited')} value={session.invited} />
        <Stat label={t('attendance.joined')} value={session.joined} />
        <Stat label={t('attendance.stayed')} value={stayed} />
      </dl>
      {session.attendance.length > 0 && (
        <RowTable
          label={t('attendance.title')}
          columns={columns}
          rows={session.attendance}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}
