/**
 * Checks whether web addresses written by users are dead. Only public hosts are contacted, at exactly the address
 * that was resolved, so that nobody can probe the server's own network (trust 8.4).
 */
import { lookup as systemLookup, resolveNs } from 'node:dns/promises'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net'
import type { Config } from '../config.ts'

/** Timeout for a foreign server. */
const RESPONSE_TIMEOUT_MS = 5_000
const REDIRECTS_MAX = 5
const CONCURRENCY = 6
const CACHE_MS = 3_600_000
const CACHE_MAX = 5_000

const notPublic = new BlockList()
/** IANA special-purpose registries (RFC 6890 and its updates). */
const SPECIAL_IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
for (const [net, bits] of SPECIAL_IPV4) notPublic.addSubnet(net, bits, 'ipv4')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
/** Exceptions among global addresses: 6to4 and Teredo embed other addresses, and documentation addresses. */
const SPECIAL_IPV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
]
for (const [net, bits] of SPECIAL_IPV6) notPublic.addSubnet(net, bits, 'ipv6')

/** Whether it is an address of the public internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4')
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

export interface ProbeNetwork {
  /** All addresses of a name; throws with code ENOTFOUND if the name does not exist. */
  lookup: (name: string) => Promise<readonly string[]>
  /** Whether DNS works at all; if not, no name counts as gone. */
  isOnline: () => Promise<boolean>
  /** The address of this name, at this port. */
  canContact: (address: string, port: number, name: string) => boolean
  now: () => number
}

const internet: ProbeNetwork = {
  lookup: async (name) => (await systemLookup(name, { all: true })).map(({ address }) => address),
  isOnline: () =>
    resolveNs('.').then(
      () => true,
      () => false,
    ),
  canContact: (address, port) => isPublicAddress(address) && (port === 80 || port === 443),
  now: () => Date.now(),
}

const isListed = (hosts: readonly string[], name: string): boolean =>
  hosts.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host))

/** The public internet, or what of it the operator lets users' addresses lead to (OUTGOING_HOSTS). */
export const internetOf = ({ outgoingHosts: hosts }: Pick<Config, 'outgoingHosts'>): ProbeNetwork =>
  hosts === null
    ? internet
    : {
        ...internet,
        canContact: (address, port, name) =>
          isListed(hosts, name) && internet.canContact(address, port, name),
      }

type LinkStatus = 'alive' | 'gone' | 'unknown'
interface ProbeResponse {
  status: number
  location: string | undefined
}

/** For `lookup` of a request: connects to this address and never asks the name service again. */
export const pinnedLookup =
  (address: string): LookupFunction =>
  (_name, options, callback) => {
    const family = isIPv6(address) ? 6 : 4
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }

/** One request to a resolved address; the body is not read. */
const sendRequest = (url: URL, address: string, method: 'HEAD' | 'GET'): Promise<ProbeResponse> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp
    const request = send(url, {
      method,
      agent: false,
      timeout: RESPONSE_TIMEOUT_MS,
      headers: { accept: '*/*', 'user-agent': 'Mozilla/5.0 (compatible; link check of a learning platform)' },
      lookup: pinnedLookup(address),
    })
    const timeout = setTimeout(() => request.destroy(new Error('no response in time')), RESPONSE_TIMEOUT_MS)
    request.on('response', (response) => {
      clearTimeout(timeout)
      resolve({ status: response.statusCode ?? 0, location: response.headers.location })
      response.destroy()
    })
    request.on('error', (error) => {
      clearTimeout(timeout)
      reject(error)
    })
    request.end()
  })

/** An address of the URL's host that may be contacted; `gone` for a name that does not exist, null if it may not. */
export const resolveAddress = async (
  network: ProbeNetwork,
  url: URL,
): Promise<{ address: string } | 'gone' | null> => {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  let addresses: readonly string[]
  try {
    addresses = isIPv4(name) || isIPv6(name) ? [name] : await network.lookup(name)
  } catch (error) {
    const isUnknownName = (error as { code?: string }).code === 'ENOTFOUND'
    return isUnknownName && (await network.isOnline()) ? 'gone' : null
  }
  // One private address among public ones is an attack, so all of them must pass.
  const [address] = addresses
  return address !== undefined && addresses.every((candidate) => network.canContact(candidate, port, name))
    ? { address }
    : null
}

const isGone = ({ status }: ProbeResponse) => status === 404 || status === 410

const isPlainWebAddress = ({ protocol, username, password }: URL) =>
  (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''

const askFor = async (url: URL, address: string): Promise<ProbeResponse> => {
  const response = await sendRequest(url, address, 'HEAD')
  // Some servers support only GET.
  return isGone(response) ? sendRequest(url, address, 'GET') : response
}

const probe = async (network: ProbeNetwork, startUrl: string): Promise<LinkStatus> => {
  let url = URL.canParse(startUrl) ? new URL(startUrl) : null
  for (let redirects = 0; url && redirects <= REDIRECTS_MAX; redirects += 1) {
    if (!isPlainWebAddress(url)) return 'unknown'
    const target = await resolveAddress(network, url)
    if (target === 'gone') return 'gone'
    if (target === null) return 'unknown'
    const response = await askFor(url, target.address)
    if (isGone(response)) return 'gone'
    const location = response.status >= 300 && response.status < 400 ? response.location : undefined
    if (location === undefined) return response.status < 400 ? 'alive' : 'unknown'
    url = URL.canParse(location, url) ? new URL(location, url) : null
  }
  return 'unknown'
}

export interface WebProbe {
  /** The addresses that are known to be dead; slow or silent servers count as alive. */
  gone: (urls: readonly string[], withinMs: number) => Promise<ReadonlySet<string>>
}

export const createWebProbe = (network: ProbeNetwork): WebProbe => {
  const cache = new Map<string, { status: LinkStatus; until: number }>()
  const cachedStatus = (url: string) => {
    const entry = cache.get(url)
    return entry && entry.until > network.now() ? entry.status : null
  }
  const check = async (url: string) => {
    const status = await probe(network, url).catch((): LinkStatus => 'unknown')
    if (cache.size >= CACHE_MAX) cache.clear()
    cache.set(url, { status, until: network.now() + CACHE_MS })
  }
  return {
    gone: async (urls, withinMs) => {
      const queue = [...new Set(urls)].filter((url) => cachedStatus(url) === null)
      let isStopped = false
      const worker = async () => {
        for (let url = queue.pop(); url !== undefined && !isStopped; url = queue.pop()) await check(url)
      }
      let timer: NodeJS.Timeout | undefined
      const deadline = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs)
      })
      await Promise.race([Promise.all(Array.from({ length: CONCURRENCY }, worker)), deadline])
      clearTimeout(timer)
      isStopped = true
      return new Set(urls.filter((url) => cachedStatus(url) === 'gone'))
    },
  }
}
