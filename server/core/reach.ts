/** Who can reach the server, by its settings. */

/** `*.localhost` never leaves the machine (RFC 6761). */
const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i

export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host)

export interface Reach {
  readonly host: string
  readonly publicUrl: string | null
  /** False where no proxy is in front of the server. */
  readonly trustProxy: boolean | number | readonly string[]
}

/** True when the settings say that other machines can reach the server. */
export const isReachableByOthers = ({ host, publicUrl, trustProxy }: Reach): boolean => {
  if (!isLoopbackHost(host) || trustProxy !== false) return true
  if (publicUrl === null) return false
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || !isLoopbackHost(hostname)
}
