/** TXT records of the DNS, by which somebody shows that a domain is theirs. Tests replace it. */
import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 4_000
const TRIES = 2

export interface DnsRecords {
  /** Each record as one text; none if there is no such name. Throws if the DNS does not answer. */
  readonly txt: (name: string) => Promise<string[]>
}

const NO_RECORD: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA'])

export const createDnsRecords = (): DnsRecords => ({
  txt: async (name) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
    try {
      // A long record comes in pieces.
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''))
    } catch (error) {
      if (NO_RECORD.has((error as { code?: string }).code ?? '')) return []
      throw error
    }
  },
})
