import { Activity, Suspense } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { isSupportTab } from '#src/core/session/support-tab.ts'
import { storedUser } from '#src/core/session/session.ts'
import { SupportBar, SupportEnded } from '#src/features/support/index.ts'
import { RouteBoundary } from './access/RouteBoundary.tsx'
import { GuestRouter } from './GuestRouter.tsx'
import { DemoBanner } from './startup/DemoBanner.tsx'
import { FailedScreen } from './startup/FailedScreen.tsx'
import { InactiveScreen } from './startup/InactiveScreen.tsx'
import { Loader } from './startup/Loader.tsx'

/** `shown={false}` renders the app hidden: its code loads, and its effects do not run yet. */
export const App = ({ shown }: { shown: boolean }) => (
  <Activity mode={shown ? 'visible' : 'hidden'}>
    <DemoBanner />
    {isSupportTab() && <SupportBar />}
    <RouteBoundary>
      <Suspense fallback={<Loader />}>
        <Start />
      </Suspense>
    </RouteBoundary>
  </Activity>
)

/** An inactive client, a failed start, or the app itself (spec 4: Client config). */
const Start = () => {
  const { client } = runtimeConfig()
  if (!client) return <FailedScreen />
  if (!client.is_active) return <InactiveScreen />
  if (isSupportTab() && !storedUser()) return <SupportEnded />
  return (
    <BrowserRouter>
      <GuestRouter />
    </BrowserRouter>
  )
}
