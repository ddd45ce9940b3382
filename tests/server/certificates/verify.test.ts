import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkCharacter, showSerial } from '#contract/certificates/serial.ts'
import { addClient } from '#tests/support/server/people.ts'
import { startTestServer } from '#tests/support/server/server.ts'
import { startSchool, type School } from './setup.ts'

let at: School
let courseId: number
beforeAll(async () => {
  at = await startSchool()
  courseId = await at.course('Data & <basics>')
})
afterAll(() => at.close())

describe('the verification page', () => {
  it('shows what the certificate says and nothing private', async () => {
    const { userId, serial } = await at.certified(courseId, 'अनन्या <b>Rao</b>')
    const { status, html, headers } = await at.verify(showSerial(serial))
    expect(status).toBe(200)
    expect(html).toContain('Data &#38; &#60;basics&#62;')
    expect(html).toContain('अनन्या &#60;b&#62;Rao&#60;/b&#62;')
    expect(html).toContain('January 15, 2026')
    expect(html).toContain('Completed the whole course')
    const text = html.slice(html.indexOf('<body>'))
    expect(html).not.toContain('<script')
    expect(text).not.toMatch(/@|person \d/i)
    expect(text).not.toContain(`>${userId}<`)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('no-store')
  })

  it('is found by typing, in any case and with any dashes', async () => {
    const { serial } = await at.certified(courseId)
    const typed = encodeURIComponent(` ${showSerial(serial).toLowerCase().replaceAll('-', ' – ')} `)
    const answer = await at.server.app.inject({ url: `/verify/?serial=${typed}&lng=en` })
    expect([answer.statusCode, answer.body.includes('and it is valid')]).toEqual([200, true])
    expect((await at.server.app.inject({ url: '/verify/' })).body).toContain('name="serial"')
  })

  it('has one answer for mistyped and for unknown numbers', async () => {
    const random = 'ZZZZZZZZZZZZZZZ'
    const [unknown, mistyped] = [random + checkCharacter(random), `${random}2`]
    const answers = await Promise.all(
      [unknown, mistyped, 'x', '%00', '..%2f..'].map((text) => at.verify(text)),
    )
    const shapes = answers.map(({ status, html }) => [
      status,
      html.replaceAll(/value="[^"]*"/g, '').replaceAll(/\/verify\/[^"?]*\?/g, ''),
    ])
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
    expect(shapes[0]?.[0]).toBe(404)
  })

  it('says that a certificate is revoked, why and when, and valid again after the reversal', async () => {
    const { id, serial } = await at.certified(courseId)
    const path = `/admin/certificates/${id}`
    const revoked = await at.call(at.admin, 'POST', `${path}/revoke/`, { reason: 'Copied <answers>.' })
    expect(revoked.status).toBe(200)
    const { html } = await at.verify(serial)
    expect(html).toContain('was revoked on January 15, 2026')
    expect(html).toContain('Copied &#60;answers&#62;.')
    await at.call(at.admin, 'POST', `${path}/restore/`, { reason: 'They were their own.' })
    expect((await at.verify(serial)).html).toContain('and it is valid')
    const audited = await at.query<{ action: string }>(
      'select action from audit_event where object = $1 order by id',
      [`certificate:${id}`],
    )
    expect(audited.map(({ action }) => action)).toEqual([
      'certificates.issue',
      'certificates.revoke',
      'certificates.restore',
    ])
  })

  it('speaks the language that is asked for, from right to left where it must', async () => {
    const { serial } = await at.certified(courseId)
    await at.query(`update client set languages = '{en,hi,ar}' where client_id = 7`)
    const { core } = at.server
    await core.db.withTenant(7, (db) => core.changes.announce(db, { kind: 'client', clientId: 7 }))
    const page = async () => (await at.server.app.inject({ url: `/verify/${serial}?lng=ar` })).body
    await expect.poll(page).toContain('<html lang="ar" dir="rtl">')
    expect(await page()).toContain('صالحة')
  })
})

describe('looking up numbers', () => {
  it('stops an address that tries too many', async () => {
    const server = await startTestServer({ env: { RATE_LIMITS: '1' } })
    await addClient(server.db, { id: 7 })
    const asked = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        server.app.inject({ url: `/verify/${index}`, remoteAddress: '203.0.113.9' }),
      ),
    )
    const refused = asked.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBe(10)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    await server.close()
  })
})
