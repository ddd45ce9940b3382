/**
 * The demo has a known password and shows everybody's mails. So it runs by default only where nobody else can reach
 * it, and says what it is where others can (rules: Running it).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { AppError } from './http/errors.ts'

/** `*.localhost` never leaves the machine (RFC 6761). */
const LOOPBACK = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i

/** Every header by which a proxy says that it passed a request on. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const

const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host)

type Reach = Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>

/** True when the settings say that other machines can reach the server. */
export const isReachableByOthers = ({ host, publicUrl, trustProxy }: Reach): boolean => {
  if (!isLoopbackHost(host) || trustProxy !== false) return true
  if (publicUrl === null) return false
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || !isLoopbackHost(hostname)
}

/** False when a proxy passed the request on, or when it was sent to a name that is not of this machine. */
const isLocalRequest = (request: FastifyRequest): boolean =>
  isLoopbackHost(request.hostname) && PROXY_HEADERS.every((name) => request.headers[name] === undefined)

/** Whether the answer to this request must say that it comes from a demo. */
export const hasDemoBanner = (
  config: Reach & Pick<Config, 'demo'>,
): ((request: FastifyRequest) => boolean) => {
  const isReachable = isReachableByOthers(config)
  return (request) => config.demo && (isReachable || !isLocalRequest(request))
}

/** A proxy that no setting names is found by its requests: a demo that nobody asked for does not answer them. */
export const keepDemoLocal = (
  app: FastifyInstance,
  config: Pick<Config, 'demo' | 'isDemoRequested'>,
): void => {
  if (!config.demo || config.isDemoRequested) return
  app.addHook('onRequest', async (request) => {
    if (!isLocalRequest(request))
      throw new AppError(
        'forbidden',
        'This demo only answers on its own machine. Set DEMO=true to show it to others, or DEMO=false for real use.',
      )
  })
}
