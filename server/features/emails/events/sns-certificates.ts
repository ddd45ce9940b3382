/** The certificates of Amazon SNS. A topic signs with the same one for months, so each is fetched once a day. */
import { X509Certificate } from 'node:crypto'
import type { Clock } from '#server/core/clock.ts'
import type { Outgoing } from '#server/core/security/outgoing.ts'
import { askSns, snsAddress, snsUnavailable } from './sns-host.ts'

const KEEP_MS = 86_400_000
/** Each region has one or two. */
const CERTIFICATES_MAX = 20
/** No query is allowed, so that each certificate has one address in the cache. */
const PATH = /^\/[\w.-]{1,100}\.pem$/

export interface SnsCertificates {
  /** Null if the address is not one of Amazon's; throws `not_ready` if the certificate cannot be fetched. */
  readonly get: (address: string) => Promise<X509Certificate | null>
}

interface Entry {
  readonly certificate: Promise<X509Certificate>
  keptUntil: number
}

const certificateAddress = (written: string): string | null => {
  const url = snsAddress(written)
  return url && PATH.test(url.pathname) && url.search === '' && url.hash === '' ? url.href : null
}

const fetchCertificate = async (outgoing: Outgoing, url: string): Promise<X509Certificate> => {
  const { status, body } = await askSns(outgoing, url)
  if (status !== 200) throw snsUnavailable()
  try {
    return new X509Certificate(body)
  } catch (cause) {
    throw snsUnavailable(cause)
  }
}

export const createSnsCertificates = (outgoing: Outgoing, clock: Clock): SnsCertificates => {
  const entries = new Map<string, Entry>()
  const start = async (url: string): Promise<X509Certificate> => {
    const certificate = fetchCertificate(outgoing, url)
    const entry: Entry = { certificate, keptUntil: clock.now().getTime() + KEEP_MS }
    entries.delete(url)
    if (entries.size >= CERTIFICATES_MAX) entries.delete(entries.keys().next().value ?? '')
    entries.set(url, entry)
    try {
      const { validToDate } = await certificate
      entry.keptUntil = Math.min(entry.keptUntil, validToDate.getTime())
    } catch {
      if (entries.get(url) === entry) entries.delete(url)
    }
    return certificate
  }
  return {
    get: async (address) => {
      const url = certificateAddress(address)
      if (url === null) return null
      const entry = entries.get(url)
      return entry && clock.now().getTime() < entry.keptUntil ? entry.certificate : start(url)
    },
  }
}
