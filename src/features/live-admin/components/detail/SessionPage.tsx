import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { sessionQuery } from '../../api/live-admin.queries.ts'
import { useTimes } from '../../hooks/use-times.ts'
import { editLink } from '../../model/planner-address.ts'
import { Waiting } from '../editor/EditorPages.tsx'
import { StateBadge } from '../planner/SessionLine.tsx'
import { AttendanceCard } from './AttendanceCard.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { EndDialog } from './EndDialog.tsx'
import { FactsCard } from './FactsCard.tsx'
import { RecordingCard } from '../recording/RecordingCard.tsx'

/** One session: what was planned, who came, and its recording. */
export const SessionPage = ({ sessionId }: { sessionId: number }) => {
  const { t } = useTranslation('live-admin')
  const session = useQuery(sessionQuery(sessionId))
  const { data } = session
  return (
    <>
      <PageHeader
        above={<BackLink to={adminPaths.live}>{t('edit.back')}</BackLink>}
        title={data ? <bdi>{data.title}</bdi> : t('detail.title')}
        {...(data && { text: <When session={data} />, actions: <Actions session={data} /> })}
      />
      {data ? (
        <div className="flex flex-col gap-6">
          {data.state === 'cancelled' && <Alert kind="warning" title={t('detail.cancelled')} />}
          <FactsCard session={data} />
          {data.state !== 'cancelled' && <RecordingCard session={data} />}
          {data.state !== 'scheduled' && data.state !== 'cancelled' && <AttendanceCard session={data} />}
        </div>
      ) : (
        <Waiting query={session} />
      )}
    </>
  )
}

const When = ({ session }: { session: StaffSessionDetail }) => {
  const times = useTimes()
  const isElsewhere = session.time_zone !== times.zone
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        {times.full(session.starts_at)} – {times.time(session.ends_at)}
      </span>
      {isElsewhere && (
        <span>
          ({times.inZone(session.starts_at, session.time_zone)}{' '}
          <bdi>{session.time_zone.replaceAll('_', ' ')}</bdi>)
        </span>
      )}
      <StateBadge state={session.state} />
    </span>
  )
}

const Actions = ({ session }: { session: StaffSessionDetail }) => {
  const { t } = useTranslation('live-admin')
  const [asked, setAsked] = useState<'cancel' | 'end' | null>(null)
  if (session.state === 'cancelled') return null
  return (
    <>
      {session.state === 'live' ? (
        <Button variant="secondary" onClick={() => setAsked('end')}>
          {t('end.open')}
        </Button>
      ) : (
        session.state !== 'ended' && (
          <Button variant="ghost" onClick={() => setAsked('cancel')}>
            {t('cancel.open')}
          </Button>
        )
      )}
      <Link to={editLink(session.id)} className={buttonClass({ className: 'max-sm:w-full' })}>
        <Pencil aria-hidden="true" size={18} />
        {t('detail.edit')}
      </Link>
      {asked === 'cancel' && <CancelDialog session={session} onClose={() => setAsked(null)} />}
      {asked === 'end' && <EndDialog sessionId={session.id} onClose={() => setAsked(null)} />}
    </>
  )
}
