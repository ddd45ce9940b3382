import { useEffect, type ReactNode } from 'react'
import {
  clientInfoRetried,
  selectClientError,
  selectClientInfo,
  selectClientStatus,
} from '#src/core/client-config/client-config-slice.ts'
import { useAppDispatch, useAppSelector } from '#src/core/store/hooks.ts'
import { startTheme } from '#src/core/theme/mode.ts'
import { FailedScreen } from './startup/FailedScreen.tsx'
import { InactiveScreen } from './startup/InactiveScreen.tsx'
import { Loader } from './startup/Loader.tsx'

interface Props {
  onRetry: () => Promise<void>
  children: ReactNode
}

/** Spec §4 "Client config": loading, inactive, failed, or the app in the client's theme. */
export const ClientGate = ({ onRetry, children }: Props) => {
  const status = useAppSelector(selectClientStatus)
  const error = useAppSelector(selectClientError)
  const theme = useAppSelector(selectClientInfo)?.theme_settings
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (theme) startTheme(theme)
  }, [theme])
  if (status === 'loading') return <Loader />
  if (status === 'inactive') return <InactiveScreen />
  if (status === 'failed')
    return (
      <FailedScreen
        message={error}
        onRetry={() => {
          dispatch(clientInfoRetried())
          void onRetry()
        }}
      />
    )
  return children
}
