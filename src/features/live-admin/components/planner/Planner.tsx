import { useState } from 'react'
import Plus from 'lucide-react/icons/plus'
import Settings from 'lucide-react/icons/settings'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { dayAt, viewerZone } from '../../model/calendar.ts'
import { dayIn, newSessionLink, settingsLink, viewIn } from '../../model/planner-address.ts'
import { CalendarPanel } from './CalendarPanel.tsx'
import { PlannerBar } from './PlannerBar.tsx'
import { SessionList } from './SessionList.tsx'

/** All sessions that one may manage, as a calendar or as a list. */
export const Planner = () => {
  const { t } = useTranslation('live-admin')
  const [address, setAddress] = useSearchParams()
  const { mayAdminister } = roleFlags(useAppSelector(selectUser).role)
  const [today] = useState(() => dayAt(viewerZone(), new Date().toISOString()))
  const view = viewIn(address)
  const day = dayIn(address, today)
  const change = (changes: Record<string, string>) => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(changes)) next.set(name, value)
    setAddress(next, { replace: true })
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('intro')}
        actions={
          <>
            {mayAdminister && (
              <Link to={settingsLink} className={buttonClass({ variant: 'ghost' })}>
                <Settings aria-hidden="true" size={18} />
                {t('settings.open')}
              </Link>
            )}
            <Link to={newSessionLink(null)} className={buttonClass({ className: 'max-sm:w-full' })}>
              <Plus aria-hidden="true" size={18} />
              {t('plan')}
            </Link>
          </>
        }
      />
      <PlannerBar view={view} day={day} today={today} onChange={change} />
      {view === 'list' ? (
        <SessionList />
      ) : (
        <CalendarPanel view={view} day={day} today={today} onDay={(next) => change({ day: next })} />
      )}
    </>
  )
}
