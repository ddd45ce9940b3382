/** The list of TRUST A10: ways in which a token may be wrong. `make` gets what an attacker may have in hand. */
import { createHmac, generateKeyPairSync, sign as signBytes, type KeyObject } from 'node:crypto'

export interface Hand {
  /** A good access token of tenant 7 and its parts. */
  readonly good: string
  readonly header: Record<string, unknown>
  readonly claims: Record<string, unknown>
  /** Another person's good token of tenant 7, and one of tenant 8. */
  readonly other: string
  readonly foreign: string
  readonly foreignKid: string
  readonly refreshToken: string
  readonly publicX: string
  /** Signs with tenant 7's own key, as a flaw elsewhere in the server might. */
  readonly sign: (header: object, payload: string | object) => string
  /** Good tokens of a deleted and a disabled person, a revoked session, and from before a password change. */
  readonly deleted: string
  readonly disabled: string
  readonly revoked: string
  readonly beforePasswordChange: string
}

/** The value of the Authorization header; a list stands for several headers. */
export type Make = (hand: Hand) => string | undefined

const b64 = (value: string | Buffer | object) =>
  Buffer.isBuffer(value)
    ? value.toString('base64url')
    : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const bearer = (token: string) => `Bearer ${token}`
const parts = (token: string) => token.split('.') as [string, string, string]
const head = (hand: Hand, change: object): string =>
  bearer(`${b64({ ...hand.header, ...change })}.${parts(hand.good)[1]}.${parts(hand.good)[2]}`)
/** Genuinely signed, with other claims. */
const claim =
  (change: Record<string, unknown>): Make =>
  (hand) =>
    bearer(hand.sign(hand.header, { ...hand.claims, ...change }))
const without =
  (name: string): Make =>
  (hand) =>
    bearer(
      hand.sign(hand.header, Object.fromEntries(Object.entries(hand.claims).filter(([key]) => key !== name))),
    )
/** Genuinely signed, with another header. */
const signedHead =
  (change: object): Make =>
  (hand) =>
    bearer(hand.sign({ ...hand.header, ...change }, hand.claims))
const raw =
  (edit: (json: string) => string): Make =>
  (hand) =>
    bearer(hand.sign(hand.header, edit(JSON.stringify(hand.claims))))
const attacker = generateKeyPairSync('ed25519')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const signedBy = (key: KeyObject, algorithm: string | null, header: object, claims: object) => {
  const input = `${b64(header)}.${b64(claims)}`
  return bearer(`${input}.${b64(signBytes(algorithm, Buffer.from(input), key))}`)
}
const macWith = (hand: Hand, alg: string, secret: string | Buffer) => {
  const input = `${b64({ ...hand.header, alg })}.${b64(hand.claims)}`
  return bearer(`${input}.${createHmac(alg.replace('HS', 'sha'), secret).update(input).digest('base64url')}`)
}
const exp = (hand: Hand) => Number(hand.claims['exp'])

/** Flips one of the bits that base64url leaves unused in the last character: the same bytes, another text. */
const looseTail = (token: string) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.at(-1) ?? '')
  return token.slice(0, -1) + (alphabet[last ^ 1] ?? '')
}

export const jwtVectors: Record<string, Make> = {
  ...Object.fromEntries(
    ['none', 'None', 'NONE', 'nOnE'].flatMap((alg): [string, Make][] => [
      [`alg ${alg}, signature kept`, (hand) => head(hand, { alg })],
      [
        `alg ${alg}, no signature`,
        (hand) => bearer(`${b64({ ...hand.header, alg })}.${parts(hand.good)[1]}.`),
      ],
    ]),
  ),
  ...Object.fromEntries(
    ['RS256', 'ES256', 'PS512', 'HS512', 'Ed448', 'EdDSA '].map((alg): [string, Make] => [
      `alg swapped to ${alg}`,
      (hand) => head(hand, { alg }),
    ]),
  ),
  'alg missing': (hand) => head(hand, { alg: undefined }),
  'empty signature': ({ good }) => bearer(`${parts(good).slice(0, 2).join('.')}.`),
  'signature cut': ({ good }) => bearer(good.slice(0, -8)),
  'signature with a flipped bit': ({ good }) =>
    bearer(good.slice(0, -6) + (good.at(-6) === 'A' ? 'B' : 'A') + good.slice(-5)),
  "another token's signature": ({ good, other }) =>
    bearer([...parts(good).slice(0, 2), parts(other)[2]].join('.')),
  'other claims under a good signature': (hand) =>
    bearer(
      [
        parts(hand.good)[0],
        b64({ ...hand.claims, sub: String(Number(hand.claims['sub']) + 1) }),
        parts(hand.good)[2],
      ].join('.'),
    ),
  'HS256 with the public key': (hand) => macWith(hand, 'HS256', hand.publicX),
  'HS256 with the bytes of the public key': (hand) =>
    macWith(hand, 'HS256', Buffer.from(hand.publicX, 'base64url')),
  'HS256 with an empty secret': (hand) => macWith(hand, 'HS256', ''),
  "an attacker's Ed25519 key": (hand) => signedBy(attacker.privateKey, null, hand.header, hand.claims),
  'RS256 with another key': (hand) =>
    signedBy(rsa.privateKey, 'sha256', { ...hand.header, alg: 'RS256' }, hand.claims),
  'ES256 with r = s = 0': (hand) =>
    bearer(`${b64({ ...hand.header, alg: 'ES256' })}.${b64(hand.claims)}.${b64(Buffer.alloc(64))}`),
  'ES256 with another key': (hand) =>
    signedBy(ec.privateKey, 'sha256', { ...hand.header, alg: 'ES256' }, hand.claims),
  'EdDSA signature of zeros': ({ good }) =>
    bearer([...parts(good).slice(0, 2), b64(Buffer.alloc(64))].join('.')),
  'loose bits at the end of the signature': ({ good }) => bearer(looseTail(good)),
  'base64 padding': ({ good }) => bearer(`${good}==`),
  'base64 instead of base64url': (hand) =>
    bearer(
      `${Buffer.from(JSON.stringify(hand.header)).toString('base64')}=.${parts(hand.good)[1]}.${parts(hand.good)[2]}`,
    ),
  '2 segments': ({ good }) => bearer(parts(good).slice(0, 2).join('.')),
  '4 segments': ({ good }) => bearer(`${good}.AAAA`),
  '5 segments (JWE)': () =>
    bearer(`${b64({ alg: 'dir', enc: 'A256GCM' })}..${b64('iv')}.${b64('text')}.${b64('tag')}`),
  'an empty token': () => 'Bearer ',
  'only dots': () => 'Bearer ..',
  'jwk in the header': (hand) =>
    signedBy(
      attacker.privateKey,
      null,
      { ...hand.header, jwk: attacker.publicKey.export({ format: 'jwk' }) },
      hand.claims,
    ),
  'jwk in the header, genuinely signed': signedHead({ jwk: { kty: 'OKP' } }),
  'jku in the header': signedHead({ jku: 'https://evil.example/keys.json' }),
  'x5u in the header': signedHead({ x5u: 'https://evil.example/cert.pem' }),
  'x5c in the header': signedHead({ x5c: ['MIIB'] }),
  'kid ../../dev/null': (hand) => head(hand, { kid: '../../dev/null' }),
  'kid with SQL': (hand) => head(hand, { kid: "' UNION SELECT 'key" }),
  "another tenant's kid": (hand) => head(hand, { kid: hand.foreignKid }),
  'an unknown kid': (hand) => head(hand, { kid: '7.99' }),
  'kid as an array': (hand) => head(hand, { kid: ['7.1'] }),
  'kid of 10 kB': (hand) => head(hand, { kid: '7'.repeat(10_240) }),
  'no kid': (hand) => head(hand, { kid: undefined }),
  'kid __proto__': (hand) => head(hand, { kid: '__proto__' }),
  'crit unknown': signedHead({ crit: ['exp'], exp: 1 }),
  'b64 false': signedHead({ b64: false, crit: ['b64'] }),
  zip: signedHead({ zip: 'DEF' }),
  'typ missing': (hand) => bearer(hand.sign({ alg: 'EdDSA', kid: hand.header['kid'] }, hand.claims)),
  'typ JWT': signedHead({ typ: 'JWT' }),
  'exp past': (hand) =>
    claim({ iat: exp(hand) - 10_000, nbf: exp(hand) - 10_000, exp: exp(hand) - 9100 })(hand),
  'exp as text': (hand) => claim({ exp: String(exp(hand)) })(hand),
  'exp with a fraction': (hand) => claim({ exp: exp(hand) + 0.5 })(hand),
  'exp negative': claim({ exp: -1 }),
  'exp 1e400': raw((json) => json.replace(/"exp":\d+/, '"exp":1e400')),
  'exp missing': without('exp'),
  'exp far away': (hand) => claim({ exp: exp(hand) + 86_400 })(hand),
  'nbf in the future': (hand) => claim({ nbf: exp(hand) })(hand),
  'iat in the future': (hand) => claim({ iat: exp(hand), nbf: exp(hand), exp: exp(hand) + 900 })(hand),
  'iat missing': without('iat'),
  'iss wrong': claim({ iss: 'https://evil.example' }),
  "tenant 8's issuer": (hand) => claim({ iss: String(hand.claims['iss']).replace(/7$/, '8') })(hand),
  'iss missing': without('iss'),
  'aud wrong': claim({ aud: 'another-api' }),
  'aud as a list': claim({ aud: ['lms-api', 'another-api'] }),
  'aud missing': without('aud'),
  'a token of tenant 8': ({ foreign }) => bearer(foreign),
  'cid of another tenant': claim({ cid: 8 }),
  'cid as text': claim({ cid: '7' }),
  'sub of somebody else': claim({ sub: '999999' }),
  'sub as a number': (hand) => claim({ sub: Number(hand.claims['sub']) })(hand),
  'sub missing': without('sub'),
  'sid of no session': claim({ sid: '0b8f2a34-5f0e-4a6c-9d2e-1c2d3e4f5a6b' }),
  'sid with SQL': claim({ sid: "' or 1=1 --" }),
  'gen not yet issued': (hand) => claim({ gen: Number(hand.claims['gen']) + 1 })(hand),
  'a role claim added': claim({ role: 'superadmin' }),
  'the refresh token': ({ refreshToken }) => bearer(refreshToken),
  'a Google ID token': (hand) =>
    signedBy(
      rsa.privateKey,
      'sha256',
      { alg: 'RS256', kid: 'google', typ: 'JWT' },
      {
        iss: 'https://accounts.google.com',
        aud: 'client-id',
        sub: hand.claims['sub'],
        exp: hand.claims['exp'],
      },
    ),
  'a deleted person': ({ deleted }) => bearer(deleted),
  'a disabled person': ({ disabled }) => bearer(disabled),
  'issued before a password change': ({ beforePasswordChange }) => bearer(beforePasswordChange),
  'a revoked session': ({ revoked }) => bearer(revoked),
  'duplicate claims': raw((json) => json.replace('"cid":7', '"cid":8,"cid":7')),
  'a __proto__ claim': raw((json) => json.replace('{', '{"__proto__":{"role":"superadmin"},')),
  'overlong UTF-8': (hand) =>
    bearer(
      hand.sign(
        hand.header,
        Buffer.concat([Buffer.from('{"sub":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]).toString(
          'latin1',
        ),
      ),
    ),
  'payload no JSON': raw(() => 'not json'),
  'payload a list': raw(() => '[]'),
  'payload null': raw(() => 'null'),
  'space inside the claims': raw((json) => json.replace('{', '{ ')),
  'leading space': ({ good }) => `Bearer  ${good}`,
  'a space inside': ({ good }) => bearer(`${good.slice(0, 20)} ${good.slice(20)}`),
  'bearer in lower case': ({ good }) => `bearer ${good}`,
  'no scheme': ({ good }) => good,
  'another scheme': ({ good }) => `Basic ${Buffer.from(good).toString('base64')}`,
  'the token twice': ({ good }) => `Bearer ${good}, Bearer ${good}`,
  'no header': () => undefined,
  'a token of 1 MB': ({ good }) => bearer(good + 'A'.repeat(1_000_000)),
}
