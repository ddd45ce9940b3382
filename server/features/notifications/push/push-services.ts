/**
 * The known push services. The address of a subscription comes from the browser; without this list anybody could make the
 * server call any address, even inside its own network.
 */
const SERVICES: readonly RegExp[] = [
  // Chrome, Edge on Android, Opera, Samsung Internet, Brave, Vivaldi.
  /^(fcm|android|jmt17)\.googleapis\.com$/,
  // Firefox.
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  // Edge on Windows.
  /^[a-z0-9-]+\.notify\.windows\.com$/,
  // Safari.
  /^([a-z0-9-]+\.)?push\.apple\.com$/,
]

/** True for an address of a known push service: https, default port, no credentials. */
export const isPushService = (endpoint: string): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    SERVICES.some((service) => service.test(hostname))
  )
}
