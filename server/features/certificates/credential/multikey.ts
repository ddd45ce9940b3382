/** Ed25519 public keys and signatures as verifiers read them (W3C Multikey, base58btc). */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Multibase's sign for base58btc. */
const BASE58 = 'z'
/** Multicodec's sign for an Ed25519 public key. */
const ED25519_PUBLIC = Uint8Array.of(0xed, 0x01)

export const base58 = (bytes: Uint8Array): string => {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = ALPHABET.charAt(Number(value % 58n)) + text
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

export const multibase = (bytes: Uint8Array): string => BASE58 + base58(bytes)

/** From the raw 32 bytes. */
export const publicKeyMultibase = (raw: Uint8Array): string => multibase(Buffer.concat([ED25519_PUBLIC, raw]))
