import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { useLogoUrl } from './logo-url.ts'

/** What the frame of a public page shows of the client. */
export const useFrameClient = (): { name: string; logo: string; supportEmail: string | null } => {
  const { client } = runtimeConfig()
  const logo = useLogoUrl(client)
  return { name: client?.name ?? '', logo, supportEmail: client?.support_email ?? null }
}
