/** The list of invalid tokens that A10 demands. `make` gets everything that an attacker could have. */
import { createHmac, generateKeyPairSync, sign as signBytes, type KeyObject } from 'node:crypto'

export interface AttackMaterial {
  /** A valid access token of tenant 7 and its parts. */
  readonly valid: string
  readonly header: Record<string, unknown>
  readonly claims: Record<string, unknown>
  /** Valid tokens of another user of tenant 7 and of a user of tenant 8. */
  readonly other: string
  readonly foreign: string
  readonly foreignKid: string
  readonly refreshToken: string
  readonly publicX: string
  /** Signs with tenant 7's own key, as another flaw in the server might allow. */
  readonly sign: (header: object, payload: string | object) => string
  /**
   * Formerly valid tokens: of a deleted and a disabled user, a revoked session, and from before a password change.
   */
  readonly deleted: string
  readonly disabled: string
  readonly revoked: string
  readonly beforePasswordChange: string
}

/** Returns the value of the Authorization header. */
export type Make = (material: AttackMaterial) => string | undefined

const b64 = (value: string | Buffer | object) =>
  Buffer.isBuffer(value)
    ? value.toString('base64url')
    : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const bearer = (token: string) => `Bearer ${token}`
const segments = (token: string) => token.split('.') as [string, string, string]
const withHeader = (material: AttackMaterial, change: object): string =>
  bearer(
    `${b64({ ...material.header, ...change })}.${segments(material.valid)[1]}.${segments(material.valid)[2]}`,
  )
/** Correctly signed, with other claims. */
const withClaims =
  (change: Record<string, unknown>): Make =>
  (material) =>
    bearer(material.sign(material.header, { ...material.claims, ...change }))
const withoutClaim =
  (name: string): Make =>
  (material) =>
    bearer(
      material.sign(
        material.header,
        Object.fromEntries(Object.entries(material.claims).filter(([key]) => key !== name)),
      ),
    )
/** Correctly signed, with another header. */
const signedWithHeader =
  (change: object): Make =>
  (material) =>
    bearer(material.sign({ ...material.header, ...change }, material.claims))
const withEditedJson =
  (edit: (json: string) => string): Make =>
  (material) =>
    bearer(material.sign(material.header, edit(JSON.stringify(material.claims))))
const attacker = generateKeyPairSync('ed25519')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const signedBy = (key: KeyObject, algorithm: string | null, header: object, claims: object) => {
  const input = `${b64(header)}.${b64(claims)}`
  return bearer(`${input}.${b64(signBytes(algorithm, Buffer.from(input), key))}`)
}
const signedWithMac = (material: AttackMaterial, alg: string, secret: string | Buffer) => {
  const input = `${b64({ ...material.header, alg })}.${b64(material.claims)}`
  return bearer(`${input}.${createHmac(alg.replace('HS', 'sha'), secret).update(input).digest('base64url')}`)
}
const expOf = (material: AttackMaterial) => Number(material.claims['exp'])

/** Flips a bit that base64url leaves unused in the last character: the same bytes, another spelling. */
const withUnusedBitFlipped = (token: string) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.at(-1) ?? '')
  return token.slice(0, -1) + (alphabet[last ^ 1] ?? '')
}

export const jwtVectors: Record<string, Make> = {
  ...Object.fromEntries(
    ['none', 'None', 'NONE', 'nOnE'].flatMap((alg): [string, Make][] => [
      [`alg ${alg}, signature kept`, (material) => withHeader(material, { alg })],
      [
        `alg ${alg}, no signature`,
        (material) => bearer(`${b64({ ...material.header, alg })}.${segments(material.valid)[1]}.`),
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['RS256', 'ES256', 'PS512', 'HS512', 'Ed448', 'EdDSA '].map((alg): [string, Make] => [
      `alg swapped to ${alg}`,
      (material) => withHeader(material, { alg }),
    ]),
  ),
  'alg missing': (material) => withHeader(material, { alg: undefined }),
  'empty signature': ({ valid }) => bearer(`${segments(valid).slice(0, 2).join('.')}.`),
  'signature cut': ({ valid }) => bearer(valid.slice(0, -8)),
  'signature with a flipped bit': ({ valid }) =>
    bearer(valid.slice(0, -6) + (valid.at(-6) === 'A' ? 'B' : 'A') + valid.slice(-5)),
  "another token's signature": ({ valid, other }) =>
    bearer([...segments(valid).slice(0, 2), segments(other)[2]].join('.')),
  'other claims under a good signature': (material) =>
    bearer(
      [
        segments(material.valid)[0],
        b64({ ...material.claims, sub: String(Number(material.claims['sub']) + 1) }),
        segments(material.valid)[2],
      ].join('.'),
    ),
  'HS256 with the public key': (material) => signedWithMac(material, 'HS256', material.publicX),
  'HS256 with the bytes of the public key': (material) =>
    signedWithMac(material, 'HS256', Buffer.from(material.publicX, 'base64url')),
  'HS256 with an empty secret': (material) => signedWithMac(material, 'HS256', ''),
  "an attacker's Ed25519 key": (material) =>
    signedBy(attacker.privateKey, null, material.header, material.claims),
  'RS256 with another key': (material) =>
    signedBy(rsa.privateKey, 'sha256', { ...material.header, alg: 'RS256' }, material.claims),
  'ES256 with r = s = 0': (material) =>
    bearer(`${b64({ ...material.header, alg: 'ES256' })}.${b64(material.claims)}.${b64(Buffer.alloc(64))}`),
  'ES256 with another key': (material) =>
    signedBy(ec.privateKey, 'sha256', { ...material.header, alg: 'ES256' }, material.claims),
  'EdDSA signature of zeros': ({ valid }) =>
    bearer([...segments(valid).slice(0, 2), b64(Buffer.alloc(64))].join('.')),
  'loose bits at the end of the signature': ({ valid }) => bearer(withUnusedBitFlipped(valid)),
  'base64 padding': ({ valid }) => bearer(`${valid}==`),
  'base64 instead of base64url': (material) =>
    bearer(
      `${Buffer.from(JSON.stringify(material.header)).toString('base64')}=.${segments(material.valid)[1]}.${segments(material.valid)[2]}`,
    ),
  '2 segments': ({ valid }) => bearer(segments(valid).slice(0, 2).join('.')),
  '4 segments': ({ valid }) => bearer(`${valid}.AAAA`),
  '5 segments (JWE)': () =>
    bearer(`${b64({ alg: 'dir', enc: 'A256GCM' })}..${b64('iv')}.${b64('text')}.${b64('tag')}`),
  'an empty token': () => 'Bearer ',
  'only dots': () => 'Bearer ..',
  'jwk in the header': (material) =>
    signedBy(
      attacker.privateKey,
      null,
      { ...material.header, jwk: attacker.publicKey.export({ format: 'jwk' }) },
      material.claims,
    ),
  'jwk in the header, genuinely signed': signedWithHeader({ jwk: { kty: 'OKP' } }),
  'jku in the header': signedWithHeader({ jku: 'https://evil.example/keys.json' }),
  'x5u in the header': signedWithHeader({ x5u: 'https://evil.example/cert.pem' }),
  'x5c in the header': signedWithHeader({ x5c: ['MIIB'] }),
  'kid ../../dev/null': (material) => withHeader(material, { kid: '../../dev/null' }),
  'kid with SQL': (material) => withHeader(material, { kid: "' UNION SELECT 'key" }),
  "another tenant's kid": (material) => withHeader(material, { kid: material.foreignKid }),
  'an unknown kid': (material) => withHeader(material, { kid: '7.99' }),
  'kid as an array': (material) => withHeader(material, { kid: ['7.1'] }),
  'kid of 10 kB': (material) => withHeader(material, { kid: '7'.repeat(10_240) }),
  'no kid': (material) => withHeader(material, { kid: undefined }),
  'kid __proto__': (material) => withHeader(material, { kid: '__proto__' }),
  'crit unknown': signedWithHeader({ crit: ['exp'], exp: 1 }),
  'b64 false': signedWithHeader({ b64: false, crit: ['b64'] }),
  zip: signedWithHeader({ zip: 'DEF' }),
  'typ missing': (material) =>
    bearer(material.sign({ alg: 'EdDSA', kid: material.header['kid'] }, material.claims)),
  'typ JWT': signedWithHeader({ typ: 'JWT' }),
  'exp past': (material) =>
    withClaims({ iat: expOf(material) - 10_000, nbf: expOf(material) - 10_000, exp: expOf(material) - 9100 })(
      material,
    ),
  'exp as text': (material) => withClaims({ exp: String(expOf(material)) })(material),
  'exp with a fraction': (material) => withClaims({ exp: expOf(material) + 0.5 })(material),
  'exp negative': withClaims({ exp: -1 }),
  'exp 1e400': withEditedJson((json) => json.replace(/"exp":\d+/, '"exp":1e400')),
  'exp missing': withoutClaim('exp'),
  'exp far away': (material) => withClaims({ exp: expOf(material) + 86_400 })(material),
  'nbf in the future': (material) => withClaims({ nbf: expOf(material) })(material),
  'iat in the future': (material) =>
    withClaims({ iat: expOf(material), nbf: expOf(material), exp: expOf(material) + 900 })(material),
  'iat missing': withoutClaim('iat'),
  'iss wrong': withClaims({ iss: 'https://evil.example' }),
  "tenant 8's issuer": (material) =>
    withClaims({ iss: String(material.claims['iss']).replace(/7$/, '8') })(material),
  'iss missing': withoutClaim('iss'),
  'aud wrong': withClaims({ aud: 'another-api' }),
  'aud as a list': withClaims({ aud: ['lms-api', 'another-api'] }),
  'aud missing': withoutClaim('aud'),
  'a token of tenant 8': ({ foreign }) => bearer(foreign),
  'cid of another tenant': withClaims({ cid: 8 }),
  'cid as text': withClaims({ cid: '7' }),
  'sub of somebody else': withClaims({ sub: '999999' }),
  'sub as a number': (material) => withClaims({ sub: Number(material.claims['sub']) })(material),
  'sub missing': withoutClaim('sub'),
  'sid of no session': withClaims({ sid: '0b8f2a34-5f0e-4a6c-9d2e-1c2d3e4f5a6b' }),
  'sid with SQL': withClaims({ sid: "' or 1=1 --" }),
  'gen not yet issued': (material) => withClaims({ gen: Number(material.claims['gen']) + 1 })(material),
  'a role claim added': withClaims({ role: 'superadmin' }),
  'the refresh token': ({ refreshToken }) => bearer(refreshToken),
  'a Google ID token': (material) =>
    signedBy(
      rsa.privateKey,
      'sha256',
      { alg: 'RS256', kid: 'google', typ: 'JWT' },
      {
        iss: 'https://accounts.google.com',
        aud: 'client-id',
        sub: material.claims['sub'],
        exp: material.claims['exp'],
      },
    ),
  'a deleted person': ({ deleted }) => bearer(deleted),
  'a disabled person': ({ disabled }) => bearer(disabled),
  'issued before a password change': ({ beforePasswordChange }) => bearer(beforePasswordChange),
  'a revoked session': ({ revoked }) => bearer(revoked),
  'duplicate claims': withEditedJson((json) => json.replace('"cid":7', '"cid":8,"cid":7')),
  'a __proto__ claim': withEditedJson((json) => json.replace('{', '{"__proto__":{"role":"superadmin"},')),
  'overlong UTF-8': (material) =>
    bearer(
      material.sign(
        material.header,
        Buffer.concat([Buffer.from('{"sub":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]).toString(
          'latin1',
        ),
      ),
    ),
  'payload no JSON': withEditedJson(() => 'not json'),
  'payload a list': withEditedJson(() => '[]'),
  'payload null': withEditedJson(() => 'null'),
  'space inside the claims': withEditedJson((json) => json.replace('{', '{ ')),
  'leading space': ({ valid }) => `Bearer  ${valid}`,
  'a space inside': ({ valid }) => bearer(`${valid.slice(0, 20)} ${valid.slice(20)}`),
  'bearer in lower case': ({ valid }) => `bearer ${valid}`,
  'no scheme': ({ valid }) => valid,
  'another scheme': ({ valid }) => `Basic ${Buffer.from(valid).toString('base64')}`,
  'the token twice': ({ valid }) => `Bearer ${valid}, Bearer ${valid}`,
  'no header': () => undefined,
  'a token of 1 MB': ({ valid }) => bearer(valid + 'A'.repeat(1_000_000)),
}
