import { getClientInfo } from '#contract/client-info/client-info.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { clientInfoLoaded } from '#src/core/client-config/client-config-slice.ts'
import { useAppDispatch } from '#src/core/store/hooks.ts'

/** Shows a change of the settings in this page at once; other pages show it from their next load on. */
export const useShowClientInfo = () => {
  const dispatch = useAppDispatch()
  return () =>
    authedCall(getClientInfo).then(
      (info) => void dispatch(clientInfoLoaded(info)),
      // The next load of the page shows it.
      () => undefined,
    )
}
