import { useTranslation } from 'react-i18next'
import type { StaffSession } from '#contract/live/admin/sessions.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { useTimes } from '../../hooks/use-times.ts'
import { SessionLine } from './SessionLine.tsx'

type Props = { days: readonly string[]; sessions: ReadonlyMap<string, readonly StaffSession[]> }

/** The days that have sessions, in order. */
export const Agenda = ({ days, sessions }: Props) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  const busy = days.filter((day) => sessions.has(day))
  if (busy.length === 0) return <EmptyState title={t('page.emptyDays')} text={t('page.emptyText')} />
  return (
    <ol className="flex flex-col gap-6">
      {busy.map((day) => (
        <li key={day}>
          <h3 className="mb-1 px-3 text-sm font-semibold text-ink">{times.longDay(day)}</h3>
          <ul className="card divide-y divide-line p-1">
            {(sessions.get(day) ?? []).map((session) => (
              <li key={session.id}>
                <SessionLine session={session} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
