import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PartnerLink, PartnerView } from '#contract/job-applications/partner.ts'
import { CLIENT, startJobsWorld, type JobsWorld } from './world.ts'

let world: JobsWorld
beforeAll(async () => {
  world = await startJobsWorld()
})
afterAll(() => world.server.close())

const DAY_MS = 86_400_000
const links = async (jobId: number) =>
  (await world.call(world.people.admin, 'GET', `/admin/jobs/${jobId}/partner-links/`)).json<{
    results: PartnerLink[]
  }>().results
const createLink = async (jobId: number, values: object = {}) =>
  world.call(world.people.admin, 'POST', `/admin/jobs/${jobId}/partner-links/`, {
    idempotency_key: randomUUID(),
    name: 'Acme HR',
    days: 7,
    ...values,
  })
const linkTo = async (jobId: number): Promise<PartnerLink> => {
  const [link] = (await createLink(jobId)).json<{ results: PartnerLink[] }>().results
  if (!link) throw new Error('no link')
  return link
}
/** As somebody without an account. */
const open = (code: string, clientId = CLIENT, query = '') =>
  world.server.app.inject({
    method: 'POST',
    url: `/api/clients/${clientId}/job-partner/${query}`,
    payload: { code },
  })
const fetchFile = (url: string) => world.server.app.inject({ url })
const applied = async (name: string, jobId: number, values: object = {}) => {
  const person = await world.person(name)
  return { person, ...(await world.apply(person, jobId, values)) }
}

describe('a link for people outside', () => {
  it('shows what learners sent, and nothing that staff wrote', async () => {
    const jobId = await world.job()
    const { id } = await applied('Partner One', jobId)
    await world.call(world.people.admin, 'POST', `/admin/job-applications/${id}/notes/`, {
      idempotency_key: randomUUID(),
      text: 'SECRET NOTE',
    })
    await world.call(world.people.admin, 'PUT', `/admin/job-applications/${id}/rating/`, { rating: 5 })
    const answer = await open((await linkTo(jobId)).code)
    expect(answer.statusCode).toBe(200)
    const view = answer.json<PartnerView>()
    expect(view).toMatchObject({ job: { title: 'Data analyst', company: 'Acme' }, name: 'Acme HR' })
    expect(view.applications.results).toMatchObject([
      { id, name: 'Partner One', cover_note: 'I like numbers.', resume: { name: 'Asha Rao.pdf' } },
    ])
    expect(answer.body).not.toMatch(/SECRET NOTE|rating|"state"/)
  })

  it('leaves out withdrawn and rejected applications, and those to other jobs', async () => {
    const jobId = await world.job()
    const stays = await applied('Stays', jobId)
    const rejected = await applied('Rejected', jobId)
    const withdrawn = await applied('Withdrawn', jobId)
    await applied('Elsewhere', await world.job())
    await world.call(withdrawn.person, 'POST', `/job-applications/${withdrawn.id}/withdrawal/`)
    await world.call(world.people.admin, 'POST', `/admin/jobs/${jobId}/moves/`, {
      moves: [{ id: rejected.id, from: 'applied', to: 'rejected' }],
    })
    const view = (await open((await linkTo(jobId)).code)).json<PartnerView>()
    expect(view.applications.results.map(({ id }) => id)).toEqual([stays.id])
  })

  it('answers the same for unknown, changed, foreign, revoked and expired codes', async () => {
    const jobId = await world.job()
    const [fine, revoked, expired] = [await linkTo(jobId), await linkTo(jobId), await linkTo(jobId)]
    await world.call(world.people.admin, 'DELETE', `/admin/jobs/${jobId}/partner-links/${revoked.id}/`)
    const [, mac = ''] = fine.code.split('-')
    const codes = [
      `999999-${'A'.repeat(32)}`,
      `${fine.id}-${'A'.repeat(32)}`,
      `${revoked.id}-${mac}`,
      `${fine.code}x`,
      '9'.repeat(99),
      revoked.code,
      '',
    ]
    const answers = [...(await Promise.all(codes.map((code) => open(code)))), await open(fine.code, 8)]
    world.clock.advance(8 * DAY_MS)
    answers.push(await open(expired.code))
    world.clock.advance(-8 * DAY_MS)
    const shown = answers.map((answer) => ({
      ...answer.json<object>(),
      request_id: '',
      status: answer.statusCode,
    }))
    expect(new Set(shown.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(shown[0]).toMatchObject({ status: 404, code: 'not_found' })
    expect((await open(fine.code)).statusCode).toBe(200)
  })

  it('records every view and every résumé in the audit log', async () => {
    const jobId = await world.job()
    await applied('Audited', jobId)
    const link = await linkTo(jobId)
    const view = (await open(link.code)).json<PartnerView>()
    await open(link.code)
    const file = await fetchFile(view.applications.results[0]?.resume.url ?? '')
    expect(file.statusCode).toBe(200)
    const events = await world.rows<{ action: string }>(
      "select action from audit_event where object = $1 or (action = 'jobs.partner_resume' and detail->>'link' = $2) order by id",
      [`job_partner_link:${link.id}`, String(link.id)],
    )
    expect(events.map(({ action }) => action)).toEqual([
      'jobs.partner_view',
      'jobs.partner_view',
      'jobs.partner_resume',
    ])
    expect((await links(jobId))[0]).toMatchObject({ views: 2 })
  })

  it('sends a résumé as a file that runs nothing, for ten minutes and while the link lives', async () => {
    const jobId = await world.job()
    await applied('Resume', jobId)
    const link = await linkTo(jobId)
    const url = (await open(link.code)).json<PartnerView>().applications.results[0]?.resume.url ?? ''
    const file = await fetchFile(url)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
    expect(file.headers['content-disposition']).toMatch(/^attachment;/)
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const parts = url.split('/')
    const changed = [...parts.slice(0, 5), String(Number(parts[5]) + 1), ...parts.slice(6)].join('/')
    expect((await fetchFile(changed)).statusCode).toBe(404)
    world.clock.advance(11 * 60_000)
    expect((await fetchFile(url)).statusCode).toBe(404)
    const fresh = (await open(link.code)).json<PartnerView>().applications.results[0]?.resume.url ?? ''
    await world.call(world.people.admin, 'DELETE', `/admin/jobs/${jobId}/partner-links/${link.id}/`)
    expect((await fetchFile(fresh)).statusCode).toBe(404)
  })

  it('makes one link for 20 parallel repeats, and stores nothing that opens it', async () => {
    const jobId = await world.job()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createLink(jobId, { idempotency_key: key })),
    )
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const [link] = await links(jobId)
    const stored = await world.rows('select * from job_partner_link where id = $1', [link?.id])
    const secret = /^\d+-(.{20,})$/.exec(link?.code ?? '')?.[1]
    expect(secret).toBeDefined()
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  it('is made and revoked by those who handle the job', async () => {
    const jobId = await world.job()
    const { recruiter } = world.people
    const path = `/admin/jobs/${jobId}/partner-links/`
    expect((await world.call(recruiter, 'GET', path)).statusCode).toBe(404)
    await world.call(world.people.admin, 'PUT', `/admin/jobs/${jobId}/recruiters/`, { user_ids: [recruiter] })
    expect((await world.call(recruiter, 'GET', path)).statusCode).toBe(200)
    expect((await createLink(jobId, { days: 91 })).statusCode).toBe(422)
  })
})

describe('reports of jobs', () => {
  const report = (person: number, jobId: number, values: object = {}) =>
    world.call(person, 'POST', `/jobs/${jobId}/report/`, {
      reason: 'scam',
      text: 'They ask for money.',
      ...values,
    })
  const queue = async () =>
    (await world.call(world.people.admin, 'GET', '/admin/job-reports/')).json<{
      results: {
        job: { id: number }
        count: number
        reports: { reason: string; text: string; at: string }[]
      }[]
    }>().results
  const settle = async (jobId: number, until: string) =>
    (await world.call(world.people.admin, 'PUT', `/admin/jobs/${jobId}/reports/`, { until })).json<{
      settled: number
    }>().settled

  it('wait in a queue by job until an admin settles them', async () => {
    const jobId = await world.job()
    await report(world.people.asha, jobId)
    await report(world.people.omar, jobId, { reason: 'expired', text: '' })
    const entry = (await queue()).find(({ job }) => job.id === jobId)
    expect(entry).toMatchObject({ count: 2 })
    expect(entry?.reports.map(({ reason }) => reason).toSorted()).toEqual(['expired', 'scam'])
    expect(await settle(jobId, entry?.reports[0]?.at ?? '')).toBe(2)
    expect((await queue()).some(({ job }) => job.id === jobId)).toBe(false)
    expect(await settle(jobId, entry?.reports[0]?.at ?? '')).toBe(0)
  })

  it('leaves a report open that came after the admin had read the others', async () => {
    const jobId = await world.job()
    await report(world.people.asha, jobId)
    const read = (await queue()).find(({ job }) => job.id === jobId)?.reports[0]?.at ?? ''
    world.clock.advance(1000)
    await report(world.people.omar, jobId)
    expect(await settle(jobId, read)).toBe(1)
    expect((await queue()).find(({ job }) => job.id === jobId)).toMatchObject({ count: 1 })
  })

  it('opens again when the same person reports again', async () => {
    const jobId = await world.job()
    await report(world.people.asha, jobId)
    await settle(jobId, world.clock.now().toISOString())
    await report(world.people.asha, jobId, { text: 'Still there.' })
    expect((await queue()).find(({ job }) => job.id === jobId)?.reports).toMatchObject([
      { text: 'Still there.' },
    ])
  })
})
