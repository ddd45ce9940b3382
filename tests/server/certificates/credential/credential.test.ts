/** Credentials over HTTP, verified by libraries that are not ours: before and after a new key, a revocation, a change. */
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verify, type Fetched } from '#tests/support/documents/verify-credential.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { addKey } from '#server/features/certificates/credential/credential-keys.ts'
import { CLIENT, startSchool, type School } from '../setup.ts'

type Json = Record<string, unknown>

let at: School
let courseId: number
type Certified = Awaited<ReturnType<School['certified']>>
let pair: readonly [Certified, Certified] | undefined
beforeAll(async () => {
  at = await startSchool()
  courseId = await at.course('Data basics')
})
afterAll(() => at.close())

const get = async (url: string) => {
  const response = await at.server.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })
  return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers }
}
const fileOf = (serial: string, file: string) => get(`/verify/${serial}/${file}`)
const fetched: Fetched = async (url) => {
  const { status, bytes } = await get(url)
  if (status !== 200) throw new Error(`${url} answered ${status}`)
  return JSON.parse(bytes.toString('utf8')) as Json
}
const credentialOf = async (serial: string): Promise<Json> =>
  JSON.parse((await fileOf(serial, 'credential.json')).bytes.toString('utf8')) as Json
const isVerified = async (credential: Json) =>
  (await verify(credential, fetched, { now: at.clock.now() })).verified

/** The text of the chunk that a baked PNG has, with its checksum tested. */
const unbaked = (png: Buffer): string | null => {
  for (let place = 8; place < png.length;) {
    const length = png.readUInt32BE(place)
    const typed = png.subarray(place + 4, place + 8 + length)
    expect(png.readUInt32BE(place + 8 + length)).toBe(crc32(typed))
    const text = typed.toString('utf8')
    if (text.startsWith('iTXtopenbadgecredential\0'))
      return text.slice('iTXtopenbadgecredential\0'.length + 4)
    place += 12 + length
  }
  return null
}

describe('a credential', () => {
  it('is verified by others and says what the certificate says, nothing private', async () => {
    const { serial, userId } = await at.certified(courseId, 'अनन्या Rao')
    const credential = await credentialOf(serial)
    expect(await isVerified(credential)).toBe(true)
    const text = JSON.stringify(credential)
    expect(credential['type']).toEqual(['VerifiableCredential', 'OpenBadgeCredential'])
    expect(text).toContain('अनन्या Rao')
    expect(text).toContain('"name":"Data basics"')
    expect(text).not.toMatch(/@(?!context)[a-z]|person \d/i)
    expect(text).not.toContain(`"${userId}"`)
    expect(await credentialOf(serial)).toEqual(credential)
  })

  const strangersKey = 'z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ6XJYC7Tjyyj3'
  const subject = (credential: Json) => credential['credentialSubject'] as Record<string, Json & Json[]>
  const proof = (credential: Json) => credential['proof'] as Record<string, string>
  it.each<[string, (credential: Json, other: Json) => void]>([
    ['another name', (c) => void (subject(c)['identifier']![0]!['identityHash'] = 'Somebody Else')],
    ['another course', (c) => void (subject(c)['achievement']!['name'] = 'Brain Surgery')],
    ['other criteria', (c) => void ((subject(c)['achievement']!['criteria'] as Json)['narrative'] = 'Paid')],
    ['an earlier date', (c) => void (c['validFrom'] = '2020-01-01T00:00:00Z')],
    ['an end that was added', (c) => void (c['validUntil'] = '2099-01-01T00:00:00Z')],
    ['another issuer', (c) => void ((c['issuer'] as Json)['id'] = 'http://evil.test/credentials/issuer')],
    ['another place in the list', (c) => void ((c['credentialStatus'] as Json)['statusListIndex'] = '0')],
    [
      'a key of a stranger',
      (c) =>
        void (proof(c)['verificationMethod'] =
          `${proof(c)['verificationMethod']!.split('#')[0]}#${strangersKey}`),
    ],
    ['the proof of another credential', (c, other) => void (c['proof'] = other['proof'])],
    ['a proof of a later time', (c) => void (proof(c)['created'] = '2026-01-15T10:00:01Z')],
    ['no proof', (c) => void delete c['proof']],
  ])('is refused with %s', async (_name, change) => {
    pair ??= [await at.certified(courseId), await at.certified(courseId, 'Ravi Iyer')]
    const [credential, other] = [await credentialOf(pair[0].serial), await credentialOf(pair[1].serial)]
    // control: untouched it passes
    expect(await isVerified(credential)).toBe(true)
    change(credential, other)
    expect(await isVerified(credential).catch(() => false)).toBe(false)
  })

  it('stays verifiable after a new key, which signs from then on', async () => {
    const { serial } = await at.certified(courseId)
    const former = await credentialOf(serial)
    await at.server.core.db.withTenant(CLIENT, (db) => addKey(at.server.core, db, CLIENT, 2))
    const now = await credentialOf(serial)
    expect(proof(now)['verificationMethod']).not.toBe(proof(former)['verificationMethod'])
    expect([await isVerified(former), await isVerified(now)]).toEqual([true, true])
    // Nor does a new key make tampering possible.
    subject(former)['achievement']!['name'] = 'Brain Surgery'
    expect(await isVerified(former)).toBe(false)
  })

  it('gets a new key after a year', async () => {
    const { serial } = await at.certified(courseId)
    const methods = async () =>
      ((await fetched('/credentials/issuer')) as { assertionMethod: string[] }).assertionMethod
    await credentialOf(serial)
    const before = await methods()
    at.clock.advance(366 * 86_400_000)
    await credentialOf(serial)
    expect((await methods()).slice(1)).toEqual(before)
  })

  it('fails after a revocation and passes after the reversal', async () => {
    const { id, serial } = await at.certified(courseId)
    const credential = await credentialOf(serial)
    await at.call(at.admin, 'POST', `/admin/certificates/${id}/revoke/`, { reason: 'Copied.' })
    expect(await isVerified(credential)).toBe(false)
    // The signature itself is still right: the list says it.
    expect((await verify(credential, fetched, { withStatus: false, now: at.clock.now() })).verified).toBe(
      true,
    )
    await at.call(at.admin, 'POST', `/admin/certificates/${id}/restore/`, { reason: 'Their own.' })
    expect(await isVerified(credential)).toBe(true)
  })

  it('has one place in the list under parallel downloads, and no two share one', async () => {
    const { serial } = await at.certified(courseId)
    const all = await Promise.all(Array.from({ length: 12 }, () => credentialOf(serial)))
    const places = all.map((each) => (each['credentialStatus'] as Json)['statusListIndex'])
    expect(new Set(places).size).toBe(1)
    const [row] = await at.query<{ same: string }>(
      'select count(*) - count(distinct (client_id, list, position)) as same from credential_status',
    )
    expect(Number(row?.same)).toBe(0)
  })
})

describe('the files of a certificate', () => {
  it('are a PDF, a picture and a badge that holds the credential', async () => {
    const { serial } = await at.certified(courseId, 'José Núñez')
    const pdf = await fileOf(serial, 'certificate.pdf')
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect((await readPdf(pdf.bytes)).text).toContain('José Núñez')
    const png = await fileOf(serial, 'certificate.png')
    expect(png.bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect(unbaked(png.bytes)).toBeNull()
    const badge = await fileOf(serial, 'badge.png')
    expect(await isVerified(JSON.parse(unbaked(badge.bytes) ?? '{}') as Json)).toBe(true)
  })

  it('are not there for revoked, unknown and mistyped serials and for other names', async () => {
    const { id, serial } = await at.certified(courseId)
    await at.call(at.admin, 'POST', `/admin/certificates/${id}/revoke/`, { reason: 'Copied.' })
    const answers = await Promise.all([
      fileOf(serial, 'certificate.pdf'),
      fileOf(serial, 'credential.json'),
      fileOf('ZZZZZZZZZZZZZZZZ', 'certificate.pdf'),
      fileOf('x', 'badge.png'),
      fileOf(serial, 'constructor'),
      get('/credentials/status/99'),
      get('/credentials/status/0'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  })

  it('tell verifiers in other sites who signs, and no secret', async () => {
    const { status, bytes, headers } = await get('/credentials/issuer')
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect(bytes.toString('utf8')).not.toMatch(/private|secret|"d":/)
    expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ type: ['Profile'] })
  })
})
