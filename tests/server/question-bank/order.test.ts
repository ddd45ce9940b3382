/** Keeping the bank and the list of assessments in order: tags, the archive, what may be deleted. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthoredAssessment, listAuthored } from '#contract/assessments/admin/authoring.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type {
  BankQuestion,
  BankTag,
  exportQuestions,
  listQuestions,
} from '#contract/question-bank/question-bank.ts'
import { words } from '#tests/support/content/assessments.ts'
import { CLIENT, startBankWorld, type BankWorld } from './world.ts'

let world: BankWorld
beforeAll(async () => {
  world = await startBankWorld()
})
afterAll(() => world.server.close())

describe('tags', () => {
  const bank = '/question-bank'
  const tags = async () =>
    (await world.ask<{ results: BankTag[] }>(world.admin, 'GET', `${bank}/tags/`)).body.results
  const change = async (tag: string, to: string | null) =>
    (await world.ask<{ questions: number }>(world.admin, 'POST', `${bank}/tags/`, { tag, to })).body
  const tagsOf = async (question: BankQuestion) =>
    (await world.ask<BankQuestion>(world.admin, 'GET', `${bank}/questions/${question.id}/`)).body.tags
  const found = async (query: string) =>
    (await world.ask<ResponseOf<typeof listQuestions>>(world.admin, 'GET', `${bank}/questions/?${query}`))
      .body
  const make = (prompt: string, ...given: string[]) =>
    world.add({ texts: { en: words(prompt) }, tags: given })

  test('given tagged questions, when narrowed by a tag, then list and file hold those that have exactly it', async () => {
    const [cube, cubes] = [
      await make('Tagged cube?', 'cube', 'solid'),
      await make('Tagged cubes?', 'cubes', 'x,y & z'),
    ]
    expect((await found('tag=cube')).results.map(({ id }) => id)).toEqual([cube.id])
    expect((await found(`tag=${encodeURIComponent('x,y & z')}`)).results.map(({ id }) => id)).toEqual([
      cubes.id,
    ])
    expect((await found('tag=nothing')).counts).toEqual({ active: 0, retired: 0 })
    const file = await world.ask<ResponseOf<typeof exportQuestions>>(
      world.admin,
      'GET',
      `${bank}/export/?language=en&tag=cube`,
    )
    expect(file.body.questions).toBe(1)
    expect(file.body.csv).toContain('Tagged cube?')
    await world.ask(world.admin, 'POST', `${bank}/questions/${cubes.id}/state/`, { state: 'retired' })
    expect(await tags()).toEqual(
      expect.arrayContaining([
        { tag: 'cube', active: 1, retired: 0 },
        { tag: 'cubes', active: 0, retired: 1 },
      ]),
    )
  })

  test('given a tag, when it gets the name of another, then each question has it once, at its place, and no new version', async () => {
    const both = await make('Both tags?', 'first', 'old name', 'new name', 'last')
    const one = await make('Old tag only?', 'old name')
    expect(await change('old name', 'new name')).toEqual({ questions: 2 })
    expect(await change('old name', 'new name')).toEqual({ questions: 0 })
    expect(await tagsOf(both)).toEqual(['first', 'new name', 'last'])
    expect(await tagsOf(one)).toEqual(['new name'])
    expect((await found('tag=new%20name')).results.map(({ version }) => version)).toEqual([1, 1])
    expect(await change('new name', null)).toEqual({ questions: 2 })
    expect(await tagsOf(both)).toEqual(['first', 'last'])
    expect(await tagsOf(one)).toEqual([])
  })
})

describe('the archive', () => {
  const path = (id: number, end = '') => `/assessments/${id}/${end}`
  const listed = async (query = '') =>
    (
      await world.ask<ResponseOf<typeof listAuthored>>(
        world.admin,
        'GET',
        `/assessments/?page_size=100${query}`,
      )
    ).body
  const ids = async (query?: string) => (await listed(query)).results.map(({ id }) => id)
  const archive = (id: number, archived: boolean) =>
    world.ask<AuthoredAssessment>(world.admin, 'POST', path(id, 'archive/'), { archived })
  const remove = async (id: number) =>
    (
      await world.server.app.inject({
        method: 'DELETE',
        url: `/api/clients/${CLIENT}/admin${path(id)}`,
        headers: { authorization: `Bearer ${world.admin}` },
      })
    ).statusCode
  const ready = async () => {
    await world.add({ texts: { en: words(`Enough ${randomUUID()}?`) } })
    const made = await world.assemble({
      rules: [{ topic_id: world.logic, difficulty: null, count: 1 }],
    })
    expect((await world.activate(made)).status).toBe(200)
    return made.id
  }
  const deactivate = (id: number) =>
    world.ask(world.admin, 'POST', path(id, 'status/'), { status: 'inactive' })

  test('given an assessment that learners see, when archived or deleted, then it is refused; inactive, it goes and comes back', async () => {
    const id = await ready()
    expect((await archive(id, true)).status).toBe(409)
    expect(await remove(id)).toBe(409)
    await deactivate(id)
    expect((await archive(id, true)).body.archived).toBe(true)
    expect((await archive(id, true)).body.archived).toBe(true)
    expect(await ids()).not.toContain(id)
    expect(await ids('&status=inactive')).not.toContain(id)
    expect(await ids('&status=archived')).toContain(id)
    expect((await listed()).counts.archived).toBe(1)
    expect((await world.activate({ id })).status).toBe(409)
    expect((await archive(id, false)).body.archived).toBe(false)
    expect(await ids('&status=inactive')).toContain(id)
    expect((await world.activate({ id })).status).toBe(200)
  })

  test('given an attempt, when its assessment is deleted, then it is refused and the attempt stays; without one it is gone', async () => {
    const id = await ready()
    const started = await world.server.app.inject({
      method: 'POST',
      url: `/api/clients/${CLIENT}/assessments/${id}/start/`,
      headers: { authorization: `Bearer ${world.student}` },
      payload: { holder: randomUUID(), consent: true },
    })
    expect(started.statusCode).toBe(200)
    await deactivate(id)
    expect((await archive(id, true)).body.attempts).toBe(1)
    expect(await remove(id)).toBe(409)
    const [{ n } = { n: 0 }] = await world.server.db.asSuperuser<{ n: number }>(
      'select count(*)::integer as n from assessment_attempt where assessment_id = $1',
      [id],
    )
    expect(n).toBe(1)
    const draft = await world.assemble()
    expect(await remove(draft.id)).toBe(204)
    expect(await remove(draft.id)).toBe(404)
    expect((await world.ask(world.admin, 'GET', path(draft.id))).status).toBe(404)
  })

  test('given a delete and a start at the same moment, when both arrive, then no attempt is left without its assessment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await ready()
      const start = world.server.app.inject({
        method: 'POST',
        url: `/api/clients/${CLIENT}/assessments/${id}/start/`,
        headers: { authorization: `Bearer ${world.student}` },
        payload: { holder: randomUUID(), consent: true },
      })
      const [, gone, begun] = await Promise.all([deactivate(id), remove(id), start])
      expect(gone === 204 && begun.statusCode === 200).toBe(false)
    }
  })
})
