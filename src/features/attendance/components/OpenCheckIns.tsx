import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OwnAttendance } from '#contract/attendance/attendance.ts'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'

/** Classes whose check-in is open now: for people without a camera, who type the code. */
export const OpenCheckIns = ({ checkIns }: { checkIns: OwnAttendance['check_ins'] }) => {
  const { t } = useTranslation('attendance')
  if (checkIns.length === 0) return null
  return (
    <ul aria-label={t('checkIn.open')} className="mb-5 flex flex-col gap-3">
      {checkIns.map(({ id, title }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-primary bg-primary-soft p-4"
        >
          <span className="min-w-0">
            <span className="block text-sm text-ink-muted">{t('checkIn.open')}</span>
            <bdi className="block text-lg font-semibold text-ink">{title}</bdi>
          </span>
          <Link to={paths.attendanceCheckIn(id)} className={buttonClass()}>
            {t('checkIn.send')}
          </Link>
        </li>
      ))}
    </ul>
  )
}
