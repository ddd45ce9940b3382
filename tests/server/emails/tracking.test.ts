/** Clicks lead through the server and are counted once; opens only if the client wants them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmailsWorld, listOf, type EmailsWorld } from './world.ts'

let world: EmailsWorld
beforeAll(async () => {
  world = await createEmailsWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.server.db.asSuperuser('delete from email_campaign')
  await world.server.db.asSuperuser('delete from email_settings')
  world.sent.length = 0
})

const TARGET = 'https://learn.example.org/courses'
const sendOne = async () => {
  const { body } = await world.send(await world.draft({ audience: listOf(['p0@people.test']) }))
  await world.job().look()
  const html = world.sent.at(-1)?.html?.replaceAll('&#38;', '&') ?? ''
  const pathOf = (url: string | undefined) => {
    const { pathname, search } = new URL(url ?? '')
    return pathname + search
  }
  const click = pathOf(/href="([^"]+\/mail\/click\/[^"]+)"/.exec(html)?.[1])
  const open = /src="([^"]+\/mail\/open\/[^"]+)"/.exec(html)?.[1]
  return { id: body.id, html, click, open: open === undefined ? null : pathOf(open) }
}
const visit = (url: string, method: 'GET' | 'HEAD' = 'GET', headers = {}) =>
  world.server.app.inject({ method, url, headers })
const counts = async (id: string) => (await world.get(id)).counts

describe('a click', () => {
  it('is noted once and leads to the address in the mail', async () => {
    const { id, click } = await sendOne()
    for (let time = 0; time < 2; time += 1) {
      const answer = await visit(click)
      expect([answer.statusCode, answer.headers.location]).toEqual([302, TARGET])
    }
    expect(await counts(id)).toMatchObject({ clicked: 1, opened: 0 })
  })

  it('by a program that looks ahead is not counted', async () => {
    const { id, click } = await sendOne()
    await visit(click, 'HEAD')
    await visit(click, 'GET', { 'sec-purpose': 'prefetch' })
    expect((await counts(id)).clicked).toBe(0)
  })

  it('leads nowhere else: the signature holds the target and the person', async () => {
    const { id, click } = await sendOne()
    const to = encodeURIComponent(TARGET)
    for (const forged of [
      click.replace(to, encodeURIComponent('https://evil.test/')),
      click.replace(/\/1\/\?/, '/2/?'),
      click.replace('/click/7/', '/click/8/'),
      click.replace(/[?&]s=[^&]+/, ''),
    ]) {
      expect(forged).not.toBe(click)
      const answer = await visit(forged)
      expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined])
    }
    expect((await counts(id)).clicked).toBe(0)
  })

  it('still leads on when the person is gone', async () => {
    const { click } = await sendOne()
    await world.server.db.asSuperuser('delete from email_recipient')
    expect((await visit(click)).headers.location).toBe(TARGET)
  })
})

describe('an open', () => {
  const setOpens = (isOn: boolean) =>
    world.callAdmin(world.admin, 'PUT', 'email-feedback/opens/', { track_opens: isOn })

  it('is not asked for unless the client switches it on', async () => {
    expect((await sendOne()).open).toBeNull()
    await setOpens(true)
    const { id, open } = await sendOne()
    const picture = await visit(open ?? '')
    expect(picture.headers['content-type']).toBe('image/gif')
    expect(await counts(id)).toMatchObject({ opened: 1, clicked: 0 })
  })

  it('is not noted any more once it is switched off, nor with a wrong signature', async () => {
    await setOpens(true)
    const { id, open } = await sendOne()
    await visit(`${open}x`)
    await setOpens(false)
    expect((await visit(open ?? '')).statusCode).toBe(200)
    expect((await counts(id)).opened).toBe(0)
    // Control: the same address counts while it is on.
    await setOpens(true)
    await visit(open ?? '')
    expect((await counts(id)).opened).toBe(1)
  })
})
