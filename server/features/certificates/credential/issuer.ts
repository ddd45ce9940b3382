/** Who signs: the issuer's profile and its keys in one document, which the id of the issuer leads to. */
import type { PublicAddresses } from './addresses.ts'
import { publicKeyMultibase } from './multikey.ts'

export const issuerDocument = (
  name: string,
  origin: string,
  { addresses, publicKeys }: { addresses: PublicAddresses; publicKeys: readonly Uint8Array[] },
) => {
  const methods = publicKeys.map((raw) => {
    const key = publicKeyMultibase(raw)
    return {
      id: methodId(addresses, raw),
      type: 'Multikey',
      controller: addresses.issuer,
      publicKeyMultibase: key,
    }
  })
  return {
    // The first one lets verifiers read the keys as plain JSON.
    '@context': [
      'https://www.w3.org/ns/did/v1',
      'https://w3id.org/security/multikey/v1',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id: addresses.issuer,
    type: ['Profile'],
    name,
    url: `${origin}/`,
    image: { id: addresses.icon, type: 'Image' },
    verificationMethod: methods,
    // Former keys too: what they signed stays valid.
    assertionMethod: methods.map(({ id }) => id),
  }
}

export const methodId = (addresses: PublicAddresses, raw: Uint8Array): string =>
  `${addresses.issuer}#${publicKeyMultibase(raw)}`
