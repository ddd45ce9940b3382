/** An authenticator in software: makes passkeys and signs with them as a device would (WebAuthn 2, ES256). */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** The few forms of CBOR that a registration needs. */
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const integer = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value))
const map = (...entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])

export interface SignOptions {
  origin?: string
  isVerified?: boolean
}

export class SoftwareKey {
  readonly id = randomBytes(16)
  readonly rpId: string
  #counter = 0
  readonly #privateKey: KeyObject
  readonly #cose: Buffer

  constructor(rpId = 'localhost') {
    this.rpId = rpId
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#privateKey = privateKey
    this.#cose = map(
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(Buffer.from(x, 'base64url'))],
      [integer(-3), bytes(Buffer.from(y, 'base64url'))],
    )
  }

  #clientData(type: 'webauthn.create' | 'webauthn.get', challenge: string, origin?: string) {
    return JSON.stringify({ type, challenge, origin: origin ?? `https://${this.rpId}`, crossOrigin: false })
  }

  #authenticatorData(flags: number) {
    this.#counter += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    return Buffer.concat([sha256(this.rpId), Buffer.from([flags]), counter])
  }

  get #credential() {
    return { id: base64url(this.id), rawId: base64url(this.id), type: 'public-key' }
  }

  register(challenge: string, options: SignOptions = {}) {
    const idLength = Buffer.from([0, this.id.length])
    const authData = Buffer.concat([
      this.#authenticatorData(PRESENT | VERIFIED | ATTESTED),
      Buffer.alloc(16),
      idLength,
      this.id,
      this.#cose,
    ])
    const attestation = map(
      [text('fmt'), text('none')],
      [text('attStmt'), map()],
      [text('authData'), bytes(authData)],
    )
    return {
      ...this.#credential,
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, options.origin)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      },
    }
  }

  use(challenge: string, { origin, isVerified = true }: SignOptions = {}) {
    const clientData = this.#clientData('webauthn.get', challenge, origin)
    const authenticatorData = this.#authenticatorData(PRESENT | (isVerified ? VERIFIED : 0))
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    return {
      ...this.#credential,
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', signed, this.#privateKey)),
      },
    }
  }
}
