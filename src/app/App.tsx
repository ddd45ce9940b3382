import { Activity, Suspense } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { RouteBoundary } from './access/RouteBoundary.tsx'
import { GuestRouter } from './GuestRouter.tsx'
import { FailedScreen } from './startup/FailedScreen.tsx'
import { InactiveScreen } from './startup/InactiveScreen.tsx'
import { Loader } from './startup/Loader.tsx'

/** `shown` false renders the app unseen: its code loads, its effects wait. */
export const App = ({ shown }: { shown: boolean }) => (
  <Activity mode={shown ? 'visible' : 'hidden'}>
    <RouteBoundary>
      <Suspense fallback={<Loader />}>
        <Start />
      </Suspense>
    </RouteBoundary>
  </Activity>
)

/** Spec §4 "Client config": inactive, failed, or the app itself. */
const Start = () => {
  const { client } = runtimeConfig()
  if (!client) return <FailedScreen />
  if (!client.is_active) return <InactiveScreen />
  return (
    <BrowserRouter>
      <GuestRouter />
    </BrowserRouter>
  )
}
