import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { selectClientInfo, selectFeatures } from '#src/core/client-config/client-config-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'

/** The client as the shell shows it: what sign-in told, before that what the page was sent with. */
export const useClient = () => {
  const info = useAppSelector(selectClientInfo)
  const features = useAppSelector(selectFeatures)
  const client = info ?? runtimeConfig().client
  return {
    features,
    name: client?.name ?? '',
    logoUrl: client?.app_logo_url ?? '',
    iconUrl: client?.app_icon_url ?? '',
    languages: client?.languages ?? ['en' as const],
  }
}
