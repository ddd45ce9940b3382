/** Which credentials of a client no longer count (W3C Bitstring Status List). */
import { gzipSync } from 'node:zlib'
import type { PublicAddresses } from './addresses.ts'

/** The least that the specification allows, so that one place among many says nothing about a person. */
export const LIST_LENGTH = 131_072

/** Multibase base64url of the compressed bits; the first bit is the highest one of the first byte. */
export const encodedList = (positions: Iterable<number>): string => {
  const bits = Buffer.alloc(LIST_LENGTH / 8)
  for (const position of positions) {
    const byte = position >> 3
    bits.writeUInt8(bits.readUInt8(byte) | (0x80 >> (position & 7)), byte)
  }
  return `u${gzipSync(bits).toString('base64url')}`
}

export const statusListCredential = (
  list: number,
  positions: Iterable<number>,
  { addresses, issuedAt }: { addresses: PublicAddresses; issuedAt: Date },
) => ({
  '@context': ['https://www.w3.org/ns/credentials/v2'] as const,
  id: addresses.status(list),
  type: ['VerifiableCredential', 'BitstringStatusListCredential'],
  issuer: addresses.issuer,
  validFrom: `${issuedAt.toISOString().slice(0, 19)}Z`,
  credentialSubject: {
    id: `${addresses.status(list)}#list`,
    type: 'BitstringStatusList',
    statusPurpose: 'revocation',
    encodedList: encodedList(positions),
  },
})
