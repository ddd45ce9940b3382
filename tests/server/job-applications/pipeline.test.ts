import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startJobsWorld, type JobsWorld } from './world.ts'

let world: JobsWorld
beforeAll(async () => {
  world = await startJobsWorld()
})
afterAll(() => world.server.close())

interface Move {
  id: number
  from: string
  to: string
}
const move = async (jobId: number, moves: Move[], values: object = {}, userId = world.people.admin) =>
  (await world.call(userId, 'POST', `/admin/jobs/${jobId}/moves/`, { moves, ...values })).json<{
    results: { id: number; result: string; state: string | null }[]
  }>().results
const ownView = async (userId: number, id: number) =>
  (await world.call(userId, 'GET', `/job-applications/${id}/`)).json<{
    application: { state: string }
    events: { kind: string; state: string | null; text: string }[]
  }>()
const staffView = async (id: number) =>
  (await world.call(world.people.admin, 'GET', `/admin/job-applications/${id}/`)).json<{
    state: string
    rating: number | null
    events: { kind: string; state: string | null; reason: string | null; text: string; by: string | null }[]
  }>()
const newsOf = (userId: number) =>
  world.rows<{ kind: string; withdrawn: boolean }>(
    "select kind, withdrawn from notification where user_id = $1 and kind like 'application%' order by id",
    [userId],
  )

describe('pipeline', () => {
  it('moves each application and says what happened to it', async () => {
    const jobId = await world.job()
    const [asha, omar, zoe] = [await world.person('M1'), await world.person('M2'), await world.person('M3')]
    const first = (await world.apply(asha, jobId)).id
    const second = (await world.apply(omar, jobId)).id
    const third = (await world.apply(zoe, jobId)).id
    await world.call(zoe, 'POST', `/job-applications/${third}/withdrawal/`)
    const elsewhere = (await world.apply(asha, await world.job())).id
    const results = await move(jobId, [
      { id: first, from: 'applied', to: 'shortlisted' },
      { id: second, from: 'viewed', to: 'shortlisted' },
      { id: third, from: 'applied', to: 'shortlisted' },
      { id: elsewhere, from: 'applied', to: 'shortlisted' },
    ])
    expect(results.map(({ result, state }) => [result, state])).toEqual([
      ['moved', 'shortlisted'],
      ['changed', 'applied'],
      ['withdrawn', 'withdrawn'],
      ['missing', null],
    ])
    expect(await move(jobId, [{ id: first, from: 'applied', to: 'shortlisted' }])).toMatchObject([
      { result: 'unchanged' },
    ])
    expect((await ownView(asha, first)).application.state).toBe('shortlisted')
    expect(await newsOf(asha)).toEqual([{ kind: 'application_news', withdrawn: false }])
  })

  it('takes a move back: the learner sees nothing of it, and its notification is gone', async () => {
    const jobId = await world.job()
    const person = await world.person('Undo')
    const { id } = await world.apply(person, jobId)
    await move(jobId, [{ id, from: 'applied', to: 'rejected' }], { reason: 'skills', message: 'Sorry.' })
    expect((await ownView(person, id)).events.map(({ state }) => state)).toEqual(['applied', 'rejected'])
    expect(await move(jobId, [{ id, from: 'rejected', to: 'applied' }], { undo: true })).toMatchObject([
      { result: 'moved', state: 'applied' },
    ])
    const after = await ownView(person, id)
    expect(after.application.state).toBe('applied')
    expect(JSON.stringify(after.events)).not.toContain('Sorry.')
    expect((await newsOf(person)).filter(({ withdrawn }) => !withdrawn)).toEqual([])
    // Only the last move can be taken back.
    expect(await move(jobId, [{ id, from: 'applied', to: 'offered' }], { undo: true })).toMatchObject([
      { result: 'changed' },
    ])
  })

  it('shows reasons, notes and ratings to staff alone, and messages to the learner', async () => {
    const jobId = await world.job()
    const person = await world.person('Reader')
    const { id } = await world.apply(person, jobId)
    const { admin } = world.people
    const note = { idempotency_key: randomUUID(), text: 'Secret note' }
    for (let times = 0; times < 2; times += 1)
      await world.call(admin, 'POST', `/admin/job-applications/${id}/notes/`, note)
    await world.call(admin, 'POST', `/admin/job-applications/${id}/messages/`, {
      idempotency_key: randomUUID(),
      text: 'Can we talk on Monday?',
    })
    await world.call(admin, 'PUT', `/admin/job-applications/${id}/rating/`, { rating: 4 })
    await move(jobId, [{ id, from: 'applied', to: 'rejected' }], { reason: 'salary', message: 'Thank you.' })
    const own = await world.call(person, 'GET', `/job-applications/${id}/`)
    expect(own.body).not.toMatch(/Secret note|salary|rating/)
    expect((await ownView(person, id)).events).toMatchObject([
      { state: 'applied' },
      { kind: 'message', text: 'Can we talk on Monday?' },
      { state: 'rejected', text: 'Thank you.' },
    ])
    const staff = await staffView(id)
    expect(staff.rating).toBe(4)
    expect(staff.events.filter(({ kind }) => kind === 'note')).toMatchObject([
      { text: 'Secret note', by: 'Admin' },
    ])
    expect(staff.events.at(-1)).toMatchObject({ reason: 'salary' })
  })

  it('marks an application as viewed once, when staff open it', async () => {
    const jobId = await world.job()
    const person = await world.person('Viewed')
    const { id } = await world.apply(person, jobId)
    const open = () => world.call(world.people.admin, 'POST', `/admin/job-applications/${id}/view/`)
    await Promise.all([open(), open(), open()])
    expect((await ownView(person, id)).events.map(({ state }) => state)).toEqual(['applied', 'viewed'])
    expect(await newsOf(person)).toEqual([])
  })

  it('gives instructors the jobs that they handle, and nothing of the others', async () => {
    const { recruiter, colleague } = world.people
    const jobId = await world.job({ company: 'Handled Ltd' })
    await world.rows('insert into job_recruiter (client_id, job_id, user_id) values (7, $1, $2)', [
      jobId,
      recruiter,
    ])
    const jobsOf = async (userId: number) =>
      (await world.call(userId, 'GET', '/admin/jobs/?search=handled')).json<{ results: { id: number }[] }>()
        .results
    expect(await jobsOf(recruiter)).toMatchObject([{ id: jobId }])
    expect(await jobsOf(colleague)).toEqual([])
    expect((await world.call(recruiter, 'GET', `/admin/jobs/${jobId}/applications/`)).statusCode).toBe(200)
    expect((await world.call(colleague, 'GET', `/admin/jobs/${jobId}/applications/`)).statusCode).toBe(404)
  })

  it('lists open jobs first, then what is prepared, then closed ones, in pages', async () => {
    const add = () => world.job({ company: 'Ordered Ltd' })
    const [closed, draft, over, scheduled, older, newer] = [
      await add(),
      await add(),
      await add(),
      await add(),
      await add(),
      await add(),
    ]
    const set = (id: number, values: string) => world.rows(`update job set ${values} where id = $1`, [id])
    await set(closed, "state = 'closed'")
    await set(draft, "state = 'draft'")
    await set(over, "deadline = '2026-01-14'")
    await set(scheduled, "state = 'scheduled', posted_at = null, opens_at = '2099-01-01'")
    const list = async (query: string) =>
      (await world.call(world.people.admin, 'GET', `/admin/jobs/?search=ordered${query}`)).json<{
        count: number
        results: { id: number; state: string; closed: string | null }[]
      }>()
    const all = await list('')
    expect(all.results.map(({ id }) => id)).toEqual([newer, older, over, scheduled, draft, closed])
    expect(all.results[2]).toMatchObject({ state: 'open', closed: 'deadline' })
    const second = await list('&page=2&page_size=4')
    expect([second.count, second.results.map(({ id }) => id)]).toEqual([6, [draft, closed]])
    expect((await list('&state=scheduled')).results.map(({ id }) => id)).toEqual([scheduled])
  })

  it('counts in the funnel how many ever came how far', async () => {
    const jobId = await world.job()
    const ids: number[] = []
    for (const name of ['F1', 'F2', 'F3']) ids.push((await world.apply(await world.person(name), jobId)).id)
    const [first = 0, second = 0] = ids
    await move(jobId, [
      { id: first, from: 'applied', to: 'interview' },
      { id: second, from: 'applied', to: 'interview' },
    ])
    await move(jobId, [{ id: first, from: 'interview', to: 'rejected' }])
    const board = (await world.call(world.people.admin, 'GET', `/admin/jobs/${jobId}/applications/`)).json<{
      cards: { id: number; state: string }[]
      funnel: { state: string; count: number }[]
      job: { counts: Record<string, number> }
    }>()
    expect(Object.fromEntries(board.funnel.map(({ state, count }) => [state, count]))).toMatchObject({
      applied: 3,
      interview: 2,
      rejected: 1,
      offered: 0,
    })
    expect(board.job.counts).toMatchObject({ applied: 1, interview: 1, rejected: 1, withdrawn: 0 })
    expect(board.cards).toHaveLength(3)
  })

  it('exports a file that no spreadsheet runs as formulas', async () => {
    const jobId = await world.job()
    await world.apply(await world.person('=HYPERLINK("http://evil.test")'), jobId, {
      cover_note: '@SUM(1+1)',
    })
    const { csv, rows } = (
      await world.call(world.people.admin, 'GET', `/admin/jobs/${jobId}/applications/export/`)
    ).json<{ csv: string; rows: number }>()
    expect(rows).toBe(1)
    expect(csv.startsWith('\u{feff}')).toBe(true)
    expect(csv).toContain("'=HYPERLINK")
    expect(csv).toContain("'@SUM")
  })

  it('lets two bulk moves of the same applications both finish', async () => {
    const jobId = await world.job()
    const ids: number[] = []
    for (let index = 0; index < 8; index += 1)
      ids.push((await world.apply(await world.person(`B${index}`), jobId)).id)
    const moves = (order: number[], to: string) => order.map((id) => ({ id, from: 'applied', to }))
    const [one, two] = await Promise.all([
      move(jobId, moves(ids, 'shortlisted')),
      move(jobId, moves(ids.toReversed(), 'interview')),
    ])
    const won = [...one, ...two].filter(({ result }) => result === 'moved')
    expect(won).toHaveLength(8)
  })
})
