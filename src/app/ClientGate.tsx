import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import {
  clientInfoRetried,
  selectClientError,
  selectClientInfo,
  selectClientStatus,
} from '#src/core/client-config/client-config-slice.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { useAppDispatch, useAppSelector } from '#src/core/store/hooks.ts'
import { startTheme } from '#src/core/theme/mode.ts'
import { FailedScreen } from './startup/FailedScreen.tsx'
import { InactiveScreen } from './startup/InactiveScreen.tsx'
import { Loader } from './startup/Loader.tsx'

interface Props {
  onRetry: () => Promise<void>
  children: ReactNode
}

/** Loading, an inactive client, a failure, or the app in the client's theme (spec 4: Client config). */
export const ClientGate = ({ onRetry, children }: Props) => {
  const status = useAppSelector(selectClientStatus)
  const error = useAppSelector(selectClientError)
  const theme = useAppSelector(selectClientInfo)?.theme_settings
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (theme) startTheme(theme)
  }, [theme])
  const retry = useCallback(() => {
    dispatch(clientInfoRetried())
    void onRetry()
  }, [dispatch, onRetry])
  const online = useOnline()
  const failed = status === 'failed'
  const wasOnline = useRef(online)
  // Retries a start that failed offline once the connection returns.
  useEffect(() => {
    if (failed && online && !wasOnline.current) retry()
    wasOnline.current = online
  }, [failed, online, retry])
  if (status === 'loading') return <Loader />
  if (status === 'inactive') return <InactiveScreen />
  if (failed) return <FailedScreen message={error} onRetry={retry} />
  return children
}
