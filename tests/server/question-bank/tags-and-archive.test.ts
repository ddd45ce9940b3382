/** Managing the bank and the list of assessments: tags, the archive, deletion. */
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
    (await world.request<{ results: BankTag[] }>(world.admin, 'GET', `${bank}/tags/`)).body.results
  const renameTag = async (tag: string, to: string | null) =>
    (await world.request<{ questions: number }>(world.admin, 'POST', `${bank}/tags/`, { tag, to })).body
  const tagsOf = async (question: BankQuestion) =>
    (await world.request<BankQuestion>(world.admin, 'GET', `${bank}/questions/${question.id}/`)).body.tags
  const search = async (query: string) =>
    (await world.request<ResponseOf<typeof listQuestions>>(world.admin, 'GET', `${bank}/questions/?${query}`))
      .body
  const addTagged = (prompt: string, ...tags: string[]) =>
    world.add({ texts: { en: words(prompt) }, tags: tags })

  test('filters list and file by the exact tag', async () => {
    const [cube, cubes] = [
      await addTagged('Tagged cube?', 'cube', 'solid'),
      await addTagged('Tagged cubes?', 'cubes', 'x,y & z'),
    ]
    expect((await search('tag=cube')).results.map(({ id }) => id)).toEqual([cube.id])
    expect((await search(`tag=${encodeURIComponent('x,y & z')}`)).results.map(({ id }) => id)).toEqual([
      cubes.id,
    ])
    expect((await search('tag=nothing')).counts).toEqual({ active: 0, retired: 0 })
    const file = await world.request<ResponseOf<typeof exportQuestions>>(
      world.admin,
      'GET',
      `${bank}/export/?language=en&tag=cube`,
    )
    expect(file.body.questions).toBe(1)
    expect(file.body.csv).toContain('Tagged cube?')
    await world.request(world.admin, 'POST', `${bank}/questions/${cubes.id}/state/`, { state: 'retired' })
    expect(await tags()).toEqual(
      expect.arrayContaining([
        { tag: 'cube', active: 1, retired: 0 },
        { tag: 'cubes', active: 0, retired: 1 },
      ]),
    )
  })

  test('merges a renamed tag into an existing one, at its position and without a new version', async () => {
    const withBoth = await addTagged('Both tags?', 'first', 'old name', 'new name', 'last')
    const withOld = await addTagged('Old tag only?', 'old name')
    expect(await renameTag('old name', 'new name')).toEqual({ questions: 2 })
    expect(await renameTag('old name', 'new name')).toEqual({ questions: 0 })
    expect(await tagsOf(withBoth)).toEqual(['first', 'new name', 'last'])
    expect(await tagsOf(withOld)).toEqual(['new name'])
    expect((await search('tag=new%20name')).results.map(({ version }) => version)).toEqual([1, 1])
    expect(await renameTag('new name', null)).toEqual({ questions: 2 })
    expect(await tagsOf(withBoth)).toEqual(['first', 'last'])
    expect(await tagsOf(withOld)).toEqual([])
  })
})

describe('archive', () => {
  const path = (id: number, end = '') => `/assessments/${id}/${end}`
  const readList = async (query = '') =>
    (
      await world.request<ResponseOf<typeof listAuthored>>(
        world.admin,
        'GET',
        `/assessments/?page_size=100${query}`,
      )
    ).body
  const ids = async (query?: string) => (await readList(query)).results.map(({ id }) => id)
  const archive = (id: number, archived: boolean) =>
    world.request<AuthoredAssessment>(world.admin, 'POST', path(id, 'archive/'), { archived })
  const remove = async (id: number) =>
    (
      await world.server.app.inject({
        method: 'DELETE',
        url: `/api/clients/${CLIENT}/admin${path(id)}`,
        headers: { authorization: `Bearer ${world.admin}` },
      })
    ).statusCode
  const createActive = async () => {
    await world.add({ texts: { en: words(`Enough ${randomUUID()}?`) } })
    const assessment = await world.assemble({
      rules: [{ topic_id: world.logic, difficulty: null, count: 1 }],
    })
    expect((await world.activate(assessment)).status).toBe(200)
    return assessment.id
  }
  const deactivate = (id: number) =>
    world.request(world.admin, 'POST', path(id, 'status/'), { status: 'inactive' })

  test('refuses to archive or delete an active assessment, and archives an inactive one', async () => {
    const id = await createActive()
    expect((await archive(id, true)).status).toBe(409)
    expect(await remove(id)).toBe(409)
    await deactivate(id)
    expect((await archive(id, true)).body.archived).toBe(true)
    expect((await archive(id, true)).body.archived).toBe(true)
    expect(await ids()).not.toContain(id)
    expect(await ids('&status=inactive')).not.toContain(id)
    expect(await ids('&status=archived')).toContain(id)
    expect((await readList()).counts.archived).toBe(1)
    expect((await world.activate({ id })).status).toBe(409)
    expect((await archive(id, false)).body.archived).toBe(false)
    expect(await ids('&status=inactive')).toContain(id)
    expect((await world.activate({ id })).status).toBe(200)
  })

  test('refuses to delete an assessment with attempts and deletes one without', async () => {
    const id = await createActive()
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
    expect((await world.request(world.admin, 'GET', path(draft.id))).status).toBe(404)
  })

  test('leaves no attempt without its assessment when a delete and a start race', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await createActive()
      const start = world.server.app.inject({
        method: 'POST',
        url: `/api/clients/${CLIENT}/assessments/${id}/start/`,
        headers: { authorization: `Bearer ${world.student}` },
        payload: { holder: randomUUID(), consent: true },
      })
      const [, deleteStatus, startResponse] = await Promise.all([deactivate(id), remove(id), start])
      expect(deleteStatus === 204 && startResponse.statusCode === 200).toBe(false)
    }
  })
})
