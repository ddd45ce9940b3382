/** Self-signed X.509 certificates (RFC 5280): Node reads them and writes none. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

const [INTEGER, BIT_STRING, OID, UTF8_STRING, UTC_TIME] = [0x02, 0x03, 0x06, 0x0c, 0x17]
const [SEQUENCE, SET] = [0x30, 0x31]

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const COMMON_NAME = der(OID, Buffer.from('550403', 'hex'))
const SHA256_WITH_RSA = der(SEQUENCE, der(OID, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))
const NAME = der(
  SEQUENCE,
  der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from('sns.amazonaws.com')))),
)
/** `2026-01-31T10:20:30.000Z` as `260131102030Z`. */
const utcTime = (iso: string): Buffer =>
  der(UTC_TIME, Buffer.from(`${new Date(iso).toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`))

export interface CertifiedKey {
  readonly privateKey: KeyObject
  readonly certificate: string
}

export const createCertifiedKey = (from: string, to: string): CertifiedKey => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const content = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    SHA256_WITH_RSA,
    NAME,
    der(SEQUENCE, utcTime(from), utcTime(to)),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(BIT_STRING, Buffer.from([0]), sign('RSA-SHA256', content, privateKey))
  const lines = der(SEQUENCE, content, SHA256_WITH_RSA, signature)
    .toString('base64')
    .replaceAll(/.{64}/g, '$&\n')
  return { privateKey, certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` }
}
