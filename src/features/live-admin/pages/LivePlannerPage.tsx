import { useSearchParams } from 'react-router-dom'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { SessionPage } from '../components/detail/SessionPage.tsx'
import { EditSessionPage, NewSessionPage } from '../components/editor/EditorPages.tsx'
import { Planner } from '../components/planner/Planner.tsx'
import { ProviderSettingsPage } from '../components/settings/ProviderSettingsPage.tsx'

/** /admin/live: the calendar, one session (`?session=3`), its form (`&edit=1`), a new one, or the meeting services. */
export const LivePlannerPage = () => {
  const [address] = useSearchParams()
  const session = address.get('session')
  const id = parseId(session)
  if (address.get('settings') === '1') return <ProviderSettingsPage />
  if (session === 'new') return <NewSessionPage />
  if (id === null) return <Planner />
  return address.get('edit') === '1' ? (
    <EditSessionPage key={id} sessionId={id} />
  ) : (
    <SessionPage key={id} sessionId={id} />
  )
}
