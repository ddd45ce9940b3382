import { useLogoUrl } from '#src/core/theme/logo-url.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { selectClientInfo, selectFeatures } from '#src/core/client-config/client-config-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'

/** The client's data for the shell: from the sign-in answer, before that from the page itself. */
export const useClient = () => {
  const info = useAppSelector(selectClientInfo)
  const features = useAppSelector(selectFeatures)
  const client = info ?? runtimeConfig().client
  return {
    features,
    name: client?.name ?? '',
    logoUrl: useLogoUrl(client),
    navLogoUrl: useLogoUrl(client, 'nav'),
    iconUrl: client?.app_icon_url ?? '',
    languages: client?.languages ?? ['en' as const],
  }
}
