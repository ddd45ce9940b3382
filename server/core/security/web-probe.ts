/**
 * Whether a web address written by somebody leads to nothing. Only hosts of the public internet are asked, at the very
 * address that was looked up, so that nobody learns anything about the network that this server stands in (TRUST §8.4).
 */
import { lookup as systemLookup, resolveNs } from 'node:dns/promises'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Nobody waits longer for a stranger's server. */
const ANSWER_MS = 5_000
const REDIRECTS_MAX = 5
const AT_ONCE = 6
const KEPT_MS = 3_600_000
const KEPT_MAX = 5_000

const notPublic = new BlockList()
/** IANA special-purpose registries (RFC 6890 and its updates). */
const SPECIAL_4: readonly [string, number][] = [
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
for (const [net, bits] of SPECIAL_4) notPublic.addSubnet(net, bits, 'ipv4')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
/** Of the global ones: 6to4 and Teredo carry other addresses in them, and what is written in books. */
const SPECIAL_6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
]
for (const [net, bits] of SPECIAL_6) notPublic.addSubnet(net, bits, 'ipv6')

/** An address of the public internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4')
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

export interface ProbeWorld {
  /** All addresses of a name; throws with the code ENOTFOUND for a name that nobody has. */
  lookup: (name: string) => Promise<readonly string[]>
  /** Whether names can be asked for at all: without it no name is said to be gone. */
  isOnline: () => Promise<boolean>
  mayAsk: (address: string, port: number) => boolean
  now: () => number
}

const internet: ProbeWorld = {
  lookup: async (name) => (await systemLookup(name, { all: true })).map(({ address }) => address),
  isOnline: () =>
    resolveNs('.').then(
      () => true,
      () => false,
    ),
  mayAsk: (address, port) => isPublicAddress(address) && (port === 80 || port === 443),
  now: () => Date.now(),
}

type Standing = 'there' | 'gone' | 'unknown'
interface Said {
  status: number
  location: string | undefined
}

/** One call to a known address; the body is not read. */
const call = (url: URL, address: string, method: 'HEAD' | 'GET'): Promise<Said> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp
    const request = send(url, {
      method,
      agent: false,
      timeout: ANSWER_MS,
      headers: { accept: '*/*', 'user-agent': 'Mozilla/5.0 (compatible; link check of a learning platform)' },
      lookup: (_name, options, done) => {
        const family = isIPv6(address) ? 6 : 4
        if (options.all) done(null, [{ address, family }])
        else done(null, address, family)
      },
    })
    const late = setTimeout(() => request.destroy(new Error('no answer in time')), ANSWER_MS)
    request.on('response', (answer) => {
      clearTimeout(late)
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location })
      answer.destroy()
    })
    request.on('error', (error) => {
      clearTimeout(late)
      reject(error)
    })
    request.end()
  })

const addressOf = async (world: ProbeWorld, url: URL): Promise<{ at: string } | 'gone' | null> => {
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  let found: readonly string[]
  try {
    found = isIPv4(name) || isIPv6(name) ? [name] : await world.lookup(name)
  } catch (error) {
    const unknownName = (error as { code?: string }).code === 'ENOTFOUND'
    return unknownName && (await world.isOnline()) ? 'gone' : null
  }
  // One inner address among outer ones is a trap, not a choice.
  const [at] = found
  return at !== undefined && found.every((each) => world.mayAsk(each, port)) ? { at } : null
}

const isGone = ({ status }: Said) => status === 404 || status === 410

const ask = async (world: ProbeWorld, first: string): Promise<Standing> => {
  let url = URL.canParse(first) ? new URL(first) : null
  for (let hop = 0; url && hop <= REDIRECTS_MAX; hop += 1) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'unknown'
    if (url.username !== '' || url.password !== '') return 'unknown'
    const address = await addressOf(world, url)
    if (address === 'gone') return 'gone'
    if (address === null) return 'unknown'
    let said = await call(url, address.at, 'HEAD')
    // Some servers know pages by GET only.
    if (isGone(said)) said = await call(url, address.at, 'GET')
    if (isGone(said)) return 'gone'
    const further = said.status >= 300 && said.status < 400 ? said.location : undefined
    if (further === undefined) return said.status < 400 ? 'there' : 'unknown'
    url = URL.canParse(further, url) ? new URL(further, url) : null
  }
  return 'unknown'
}

export interface WebProbe {
  /** Those of the addresses that are known to lead to nothing; whoever is slow or silent gets the benefit of doubt. */
  gone: (urls: readonly string[], withinMs: number) => Promise<ReadonlySet<string>>
}

export const createWebProbe = (world: ProbeWorld = internet): WebProbe => {
  const kept = new Map<string, { standing: Standing; until: number }>()
  const known = (url: string) => {
    const found = kept.get(url)
    return found && found.until > world.now() ? found.standing : null
  }
  const look = async (url: string) => {
    const standing = await ask(world, url).catch((): Standing => 'unknown')
    if (kept.size >= KEPT_MAX) kept.clear()
    kept.set(url, { standing, until: world.now() + KEPT_MS })
  }
  return {
    gone: async (urls, withinMs) => {
      const waiting = [...new Set(urls)].filter((url) => known(url) === null)
      let stopped = false
      const worker = async () => {
        for (let url = waiting.pop(); url !== undefined && !stopped; url = waiting.pop()) await look(url)
      }
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs)
      })
      await Promise.race([Promise.all(Array.from({ length: AT_ONCE }, worker)), late])
      clearTimeout(timer)
      stopped = true
      return new Set(urls.filter((url) => known(url) === 'gone'))
    },
  }
}
