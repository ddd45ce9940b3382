/** The DNS record of a key, and whether it is there. */
import { Resolver } from 'node:dns/promises'
import type { senderStates } from '#contract/emails/sender.ts'

export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>
export type Found = (typeof senderStates)[number]

const TIMEOUT_MS = 3_000

export const resolveTxt: ResolveTxt = (name) =>
  new Resolver({ timeout: TIMEOUT_MS, tries: 2 }).resolveTxt(name)

export const recordName = ({ selector, domain }: { selector: string; domain: string }): string =>
  `${selector}._domainkey.${domain}`

export const recordValue = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`

/** The tag `p` of a record; long records come in pieces, and people paste them with line breaks. */
const keyIn = (pieces: readonly string[]): string | undefined =>
  /(?:^|;)\s*p\s*=([^;]*)/.exec(pieces.join(''))?.[1]?.replaceAll(/\s+/g, '')

const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA'])

export const findRecord = async (resolve: ResolveTxt, name: string, publicKey: string): Promise<Found> => {
  try {
    const keys = (await resolve(name)).map(keyIn).filter((key) => key !== undefined)
    if (keys.includes(publicKey)) return 'verified'
    return keys.length > 0 ? 'different' : 'missing'
  } catch (error) {
    return NO_RECORD.has(String((error as { code?: unknown }).code)) ? 'missing' : 'no_answer'
  }
}
