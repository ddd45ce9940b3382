import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { minutesNeeded } from '#contract/attendance/rules.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { formatDuration } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Stat } from '#src/shared/ui/content/Stat.tsx'
import { useTimes } from '../../hooks/use-times.ts'

const MINUTE_MS = 60_000
/** About half a phone's screen; the others unfold. */
const SHOWN_FIRST = 8

/** How many came and stayed, and each of them with their minutes. */
export const AttendanceCard = ({ session }: { session: StaffSessionDetail }) => {
  const { t } = useTranslation('live-admin')
  const length = (Date.parse(session.ends_at) - Date.parse(session.starts_at)) / MINUTE_MS
  const stayed = session.attendance.filter(({ minutes }) => minutes >= minutesNeeded(length)).length
  return (
    <section aria-label={t('attendance.title')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg font-semibold text-ink">{t('attendance.title')}</h2>
        <SheetLink session={session} />
      </div>
      <dl className="grid grid-cols-3 gap-2 sm:gap-4">
        <Stat className="max-sm:p-3" label={t('attendance.invited')} value={session.invited} />
        <Stat className="max-sm:p-3" label={t('attendance.joined')} value={session.joined} />
        <Stat className="max-sm:p-3" label={t('attendance.stayed')} value={stayed} />
      </dl>
      {session.attendance.length > 0 && <Attendees session={session} />}
    </section>
  )
}

/** Marks are corrected in the attendance sheet; a webinar has none. */
const SheetLink = ({ session }: { session: StaffSessionDetail }) => {
  const { t } = useTranslation('live-admin')
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'admin_attendance'))
  if (isOff || session.kind !== 'class') return null
  return (
    <Link
      to={adminPaths.sheet(session.course?.id ?? 'none')}
      className="inline-flex min-h-11 items-center text-sm font-medium text-primary-text underline"
    >
      {t('attendance.sheet')}
    </Link>
  )
}

const Attendees = ({ session }: { session: StaffSessionDetail }) => {
  const { t } = useTranslation('live-admin')
  const [isUnfolded, setIsUnfolded] = useState(false)
  const language = useLanguage()
  const times = useTimes()
  const people = session.attendance
  const isLong = people.length > SHOWN_FIRST + 1
  const shown = isLong && !isUnfolded ? people.slice(0, SHOWN_FIRST) : people
  return (
    <div className="card overflow-hidden">
      <table aria-label={t('attendance.title')} className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-ink-muted">
            <Head title={t('attendance.name')} className="text-start" />
            <Head title={t('attendance.joinedAt')} className="text-start" />
            <Head title={t('attendance.minutes')} className="text-end" />
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {shown.map(({ id, name, joined_at: at, minutes }) => (
            <tr key={id} className="text-ink">
              <th scope="row" className="px-4 py-2.5 text-start font-normal">
                <bdi>{name}</bdi>
              </th>
              <td className="whitespace-nowrap px-2 py-2.5 tabular-nums">
                {at === null ? '–' : times.time(at)}
              </td>
              <td className="px-4 py-2.5 text-end tabular-nums">{formatDuration(minutes, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isLong && (
        <div className="border-t border-line p-1">
          <Button variant="ghost" block aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
            {isUnfolded ? t('attendance.fewer') : t('attendance.all', { count: people.length })}
          </Button>
        </div>
      )}
    </div>
  )
}

const Head = ({ title, className }: { title: string; className: string }) => (
  <th scope="col" className={`px-4 py-2.5 align-bottom font-medium nth-2:px-2 ${className}`}>
    {title}
  </th>
)
