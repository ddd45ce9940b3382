/** Drafts of campaigns, their audience, the preview and the test mail. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Campaign } from '#contract/emails/campaigns.ts'
import { fileCookie } from '#tests/support/server/people.ts'
import { CLIENT, CONTENT, createEmailsWorld, EVERYBODY, listOf, OTHER, type EmailsWorld } from './world.ts'

let world: EmailsWorld
let people: Record<'asha' | 'badr' | 'gone' | 'unproved' | 'stopped', number>
beforeAll(async () => {
  world = await createEmailsWorld()
  people = {
    asha: await world.student('Asha Rao'),
    badr: await world.student('Badr Ali'),
    gone: await world.student('Gus Gone'),
    unproved: await world.student('Una Unproved'),
    stopped: await world.student('Sam Stopped'),
  }
  const change = (set: string, id: number) =>
    world.server.db.asSuperuser(`update app_user set ${set} where id = $1`, [id])
  await change('disabled_at = now()', people.gone)
  await change('self_registered = true', people.unproved)
  await change('marketing_opt_in = true', people.badr)
  await world.server.db.asSuperuser(
    `insert into email_suppression values ($1, 'sam-stopped-7@example.test', 'unsubscribed', now())`,
    [CLIENT],
  )
})
afterAll(() => world.close())
beforeEach(() => world.server.db.asSuperuser('delete from email_campaign'))

interface Preview {
  gets: number
  left_out: { reason: string; count: number }[]
  results: { email: string; name: string | null }[]
}
const audienceOf = async (campaign: Campaign, query = '') =>
  (await world.call<Preview>(world.admin, 'GET', `${campaign.id}/audience/?page_size=50${query}`)).body
const names = ({ results }: Preview) => results.map((each) => each.name ?? each.email)

describe('a draft', () => {
  it('is made once for one key, and copied with everything it says', async () => {
    const first = await world.draft()
    const copy = { idempotency_key: randomUUID(), name: 'Again', copy_of: first.id }
    const made = await world.call(world.admin, 'POST', '', copy)
    expect(made.status).toBe(201)
    expect((await world.call(world.admin, 'POST', '', copy)).body).toEqual(made.body)
    expect(made.body).toMatchObject({ name: 'Again', content: CONTENT, state: 'draft' })
    const list = await world.call<{ count: number }>(world.admin, 'GET', '')
    expect(list.body.count).toBe(2)
  })

  it('is not overwritten by somebody who has not seen the newest words', async () => {
    const { id, version } = await world.draft()
    const body = { version, name: 'Mine', purpose: 'course', content: CONTENT, audience: EVERYBODY }
    expect((await world.call(world.admin, 'PUT', `${id}/`, body)).status).toBe(200)
    expect((await world.call(world.admin, 'PUT', `${id}/`, { ...body, name: 'Old' })).status).toBe(409)
    expect(await world.get(id)).toMatchObject({ name: 'Mine', version: version + 1 })
  })

  it('belongs to its client and to admins', async () => {
    const { id } = await world.draft()
    expect((await world.call(world.foreigner, 'GET', `${id}/`, undefined, OTHER)).status).toBe(404)
    expect((await world.call(world.teacher, 'GET', `${id}/`)).status).toBe(403)
    expect((await world.call(world.admin, 'GET', `${id}/`)).status).toBe(200)
  })

  it('can be deleted, and a campaign under way cannot', async () => {
    const { id } = await world.draft()
    expect((await world.call(world.admin, 'DELETE', `${id}/`)).status).toBe(204)
    expect((await world.call(world.admin, 'GET', `${id}/`)).status).toBe(404)
    const other = await world.draft()
    await world.send(other)
    expect((await world.call(world.admin, 'DELETE', `${other.id}/`)).status).toBe(409)
  })
})

describe('the audience', () => {
  it('tells who gets it, and who is left out and why', async () => {
    const campaign = await world.draft()
    const shown = await audienceOf(campaign)
    expect(names(shown)).toEqual(['Asha Rao', 'Badr Ali'])
    expect(shown).toMatchObject({ gets: 2 })
    expect(shown.left_out.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { reason: 'disabled', count: 1 },
      { reason: 'unsubscribed', count: 1 },
      { reason: 'unverified', count: 1 },
    ])
    expect(names(await audienceOf(campaign, '&reason=disabled'))).toEqual(['Gus Gone'])
  })

  it('of news are only people who agreed to news', async () => {
    const campaign = await world.draft({ purpose: 'news' })
    expect(names(await audienceOf(campaign))).toEqual(['Badr Ali'])
    expect(names(await audienceOf(campaign, '&reason=no_consent'))).toEqual(['Asha Rao'])
  })

  it('follows the filters of the list of people', async () => {
    const people = { ...EVERYBODY.people, role: 'instructor' as const }
    expect(names(await audienceOf(await world.draft({ audience: { ...EVERYBODY, people } })))).toEqual([
      'Tara Teacher',
    ])
  })

  it('of a list has each address once, knows accounts, and leaves out what is no address', async () => {
    const campaign = await world.draft({
      audience: listOf([
        'ASHA-RAO-7@example.test',
        'asha-rao-7@example.test ',
        'new@example.test',
        'a, b@c.test',
      ]),
    })
    const shown = await audienceOf(campaign)
    expect(names(shown)).toEqual(['Asha Rao', 'new@example.test'])
    expect(names(await audienceOf(campaign, '&reason=duplicate'))).toEqual(['Asha Rao'])
    expect(names(await audienceOf(campaign, '&reason=invalid'))).toEqual(['a, b@c.test'])
  })
})

describe('looking at a draft', () => {
  it('works in a frame for a signed-in admin only', async () => {
    const { preview_path: path } = await world.draft()
    const look = (userId: number) =>
      world.server.app.inject({
        url: `${path}?language=hi&theme=dark`,
        headers: fileCookie(world.server.core, CLIENT, userId),
      })
    const page = await look(world.admin)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain('sandbox')
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(page.body).toContain('lang="hi"')
    expect(page.body).toContain('<strong>देखें</strong>')
    expect((await look(world.teacher)).statusCode).toBe(404)
    expect((await world.server.app.inject({ url: path })).statusCode).toBe(404)
  })

  it('mails it to oneself', async () => {
    const { id } = await world.draft()
    expect((await world.call(world.admin, 'POST', `${id}/test/`, { language: 'ar' })).status).toBe(200)
    const [mail] = await world.server.db.asSuperuser<{ recipient: string; subject: string }>(
      'select recipient, subject from outbox_message where client_id = $1',
      [CLIENT],
    )
    // Nothing is written in Arabic: the client's own language takes its place.
    expect(mail).toEqual({ recipient: 'ada-admin-7@example.test', subject: '[Test] Hello Ada' })
  })
})
