/** Where a client publishes what verifiers ask for. They stand in signed credentials: they never change. */

export interface PublicAddresses {
  readonly issuer: string
  readonly status: (list: number) => string
  readonly verify: (path: string) => string
  readonly icon: string
}

/** `demoClientId`: the demo's clients share one host, and the address says which one is meant. */
export const addressesAt = (
  origin: string,
  clientId: number,
  demoClientId: number | null,
): PublicAddresses => {
  const address = (path: string) => origin + path + (demoClientId === null ? '' : `?client=${demoClientId}`)
  return {
    issuer: address('/credentials/issuer'),
    status: (list) => address(`/credentials/status/${list}`),
    verify: address,
    icon: `${origin}/brand/${clientId}/icon-512.png`,
  }
}
