/** Signs credentials with a Data Integrity proof (`eddsa-rdfc-2022`). */
import { sign, type KeyObject } from 'node:crypto'
import { inWorker } from '#server/core/parsing/run-job.ts'
import type * as worker from './canonical.worker.ts'
import { multibase } from './multikey.ts'

const bytesToSign = inWorker<typeof worker.bytesToSign>({
  module: new URL('./canonical.worker.ts', import.meta.url),
  name: 'bytesToSign',
  deadlineMs: 10_000,
})

export interface CredentialSigner {
  /** `issuer#key`. */
  readonly method: string
  readonly key: KeyObject
}

/** The private key stays here; only what is public goes to the worker thread. */
export const signCredential = async <Document extends { readonly '@context': readonly string[] }>(
  document: Document,
  { method, key }: CredentialSigner,
  created: Date,
) => {
  const proof = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-rdfc-2022',
    created: `${created.toISOString().slice(0, 19)}Z`,
    verificationMethod: method,
    proofPurpose: 'assertionMethod',
  }
  const bytes = await bytesToSign({ document, proof: { '@context': document['@context'], ...proof } })
  return { ...document, proof: { ...proof, proofValue: multibase(sign(null, bytes, key)) } }
}
