import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'

/** The whole address of a public page. In the demo clients share one origin, so the address contains the client. */
export const publicAddress = (path: string): string => {
  const address = new URL(path, window.location.origin)
  const { demo, client_id: client } = runtimeConfig()
  if (demo) address.searchParams.set('client', String(client))
  return address.href
}
