import { createPrivateKey, sign as signBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVault } from '#server/core/security/vault.ts'
import { createSigningKeys } from '#server/features/auth/sessions/signing-keys.ts'
import { jwtVectors, type AttackMaterial } from './jwt-vectors.ts'
import { createAuthWorld, quickHasher, withoutRequestId, type AuthWorld } from './world.ts'

const jwtVectorCount = Object.keys(jwtVectors).length
const NEW_PASSWORD = 'another quiet morning'

/** A learner endpoint, a staff endpoint and an account endpoint. */
const ENDPOINTS = [
  '/accounts/clients/7/user/me/',
  '/api/clients/7/admin/dashboard/',
  '/api/clients/7/client-info/',
] as const

describe('Access tokens (A10)', () => {
  let world: AuthWorld
  let material: AttackMaterial
  const signerOf = async () => {
    const [row] = await world.server.db.asSuperuser<{ private_enc: Buffer; public_x: string }>(
      'select private_enc, public_x from signing_key where client_id = 7',
    )
    if (!row) throw new Error('no key')
    const { vault } = world.server.core
    const d = vault.decrypt('auth.signing-keys', row.private_enc, 'signing_key:7.1').toString()
    const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: row.public_x, d }, format: 'jwk' })
    const b64 = (value: string | object) =>
      Buffer.from(
        typeof value === 'string' ? value : JSON.stringify(value),
        typeof value === 'string' ? 'latin1' : 'utf8',
      ).toString('base64url')
    const sign: AttackMaterial['sign'] = (header, payload) => {
      const input = `${b64(header)}.${b64(payload)}`
      return `${input}.${signBytes(null, Buffer.from(input), key).toString('base64url')}`
    }
    return { sign, publicX: row.public_x }
  }

  beforeAll(async () => {
    world = await createAuthWorld({ hasher: quickHasher() })
    const admin = await world.person({ role: 'admin' })
    const tokenOf = async (client = 7) => {
      const person = await world.person({ role: 'admin', client })
      return { ...person, ...(await world.signIn(person.email, { client })) }
    }
    const [other, foreign, deleted, disabled, revoked, before] = [
      await tokenOf(),
      await tokenOf(8),
      await tokenOf(),
      await tokenOf(),
      await tokenOf(),
      await tokenOf(),
    ]
    await world.post('forgot-password', { email: before.email })
    const otp = await world.codeFor(before.email)
    await world.post('reset-password', { email: before.email, otp, password: NEW_PASSWORD })
    await world.post('logout', { refresh_token: revoked.refresh_token })
    await world.server.db.asSuperuser(
      'update app_user set disabled_at = now() where id = $1 and client_id = 7',
      [disabled.id],
    )
    await world.server.db.asSuperuser('delete from app_user where id = $1 and client_id = 7', [deleted.id])
    const signedIn = await world.signIn(admin.email)
    material = {
      ...(await signerOf()),
      valid: signedIn.access_token,
      header: { ...decodeProtectedHeader(signedIn.access_token) },
      claims: { ...decodeJwt(signedIn.access_token) },
      other: other.access_token,
      foreign: foreign.access_token,
      foreignKid: String(decodeProtectedHeader(foreign.access_token).kid),
      refreshToken: signedIn.refresh_token,
      deleted: deleted.access_token,
      disabled: disabled.access_token,
      revoked: revoked.access_token,
      beforePasswordChange: before.access_token,
    }
  })
  afterAll(() => world.close())

  const request = (url: string, authorization: string | undefined) =>
    world.server.app.inject({ url, headers: authorization === undefined ? {} : { authorization } })

  it('accepts a valid token at all three endpoints', async () => {
    for (const url of ENDPOINTS)
      expect([url, (await request(url, `Bearer ${material.valid}`)).statusCode]).toEqual([url, 200])
    // The signer of the vectors is the real one, so each vector fails for the reason in its name.
    expect(
      (await request(ENDPOINTS[0], `Bearer ${material.sign(material.header, material.claims)}`)).statusCode,
    ).toBe(200)
  })

  it(`A10: answers the same 401 to ${jwtVectorCount} invalid tokens at three endpoints`, async () => {
    expect(jwtVectorCount).toBeGreaterThanOrEqual(45)
    const expected = {
      status: 401,
      body: {
        code: 'unauthenticated',
        detail: 'Please sign in to continue.',
        message: 'Please sign in to continue.',
      },
    }
    for (const [name, make] of Object.entries(jwtVectors)) {
      for (const url of ENDPOINTS)
        expect({ name, url, ...withoutRequestId(await request(url, make(material))) }).toEqual({
          name,
          url,
          ...expected,
        })
    }
  })

  it('rejects a token in the query string', async () => {
    for (const url of ENDPOINTS) {
      const response = await world.server.app.inject({
        url: `${url}?access_token=${material.valid}&token=${material.valid}`,
      })
      expect(response.statusCode).toBe(401)
    }
  })

  it('rejects two Authorization headers even if one is valid', async () => {
    await world.server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.server.app.server.address() as AddressInfo
    const send = async (headers: string[]) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `GET ${ENDPOINTS[0]} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers.join('\r\n')}\r\n\r\n`,
      )
      let text = ''
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      await once(socket, 'close')
      return text.split(' ')[1]
    }
    const validHeader = `authorization: Bearer ${material.valid}`
    expect(await send([validHeader])).toBe('200')
    expect(await send([validHeader, validHeader])).toBe('401')
    expect(await send([validHeader, 'Authorization: Bearer x'])).toBe('401')
    expect(await send(['Authorization: Bearer x', validHeader])).toBe('401')
  })

  it('gives ten processes that start at once the same signing key', async () => {
    const { db, clock, vault } = world.server.core
    await world.server.db.asSuperuser('delete from signing_key where client_id = 8')
    const keys = await Promise.all(
      Array.from({ length: 10 }, () => createSigningKeys({ db, clock, vault }).current(8)),
    )
    const rows = await world.server.db.asSuperuser('select n from signing_key where client_id = 8')
    expect([rows, new Set(keys.map(({ kid }) => kid)).size]).toEqual([[{ n: 1 }], 1])
  })

  it('creates a new key and refuses old tokens under another master key', async () => {
    const { db, clock } = world.server.core
    const masterKey = Buffer.alloc(32, 9).toString('base64')
    const vault = createVault({ dataDir: '', masterKey, formerMasterKey: null })
    const keys = createSigningKeys({ db, clock, vault })
    expect((await keys.current(8)).kid).toBe('8.2')
    expect(await keys.find(8, '8.1')).toBeUndefined()
    await world.server.db.asSuperuser('delete from signing_key where client_id = 8 and n = 2')
  })

  it('control: finds a verifier that trusts the header and checks only cid and exp', () => {
    const accepted = Object.entries(jwtVectors).filter(([, make]) => {
      try {
        const token = make(material)?.replace(/^bearer\s+/i, '') ?? ''
        const claims = decodeJwt(token)
        return claims['cid'] === 7 && Number(claims.exp) > world.clock.now().getTime() / 1000
      } catch {
        return false
      }
    })
    expect(accepted.length).toBeGreaterThan(20)
  })
})
