import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BankQuestion, ImportAnswer, listQuestions } from '#contract/question-bank/question-bank.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { drawQuestions } from '#server/features/question-bank/index.ts'
import { words } from '#tests/support/content/assessments.ts'
import { CLIENT, startBankWorld, type BankWorld } from './world.ts'

let world: BankWorld
beforeAll(async () => {
  world = await startBankWorld()
})
afterAll(() => world.server.close())

const list = async (query: string) =>
  (
    await world.request<ResponseOf<typeof listQuestions>>(
      world.instructor,
      'GET',
      `/question-bank/questions/?${query}`,
    )
  ).body

describe('order of options', () => {
  test('keeps the order of options that the author keeps, drawn or fixed, and shuffles the others', async () => {
    const topicId = world.logic
    const kept = await world.add({ topic_id: topicId, difficulty: 'medium', keep_order: true })
    const byTexts = await world.add({
      topic_id: topicId,
      texts: { en: words('Which?', { options: ['One', 'Two', 'Three', 'All of the above'] }) },
    })
    const free = await world.add({
      topic_id: topicId,
      keep_order: false,
      texts: { en: words('Which then?', { options: ['One', 'Two', 'Three', 'None of the above'] }) },
    })
    expect([kept, byTexts, free].map((question) => question.keep_order)).toEqual([true, true, false])
    const medium = (await list(`topic_id=${topicId}&difficulty=medium`)).count
    const { id } = await world.assemble({
      fixed: [byTexts.id, free.id],
      rules: [{ topic_id: topicId, difficulty: 'medium', count: medium }],
      shuffle_options: true,
    })
    const orders = await Promise.all(
      Array.from({ length: 12 }, async (_, seed) => {
        const drawn = await world.server.core.db.withTenant(CLIENT, (db) =>
          drawQuestions(db, CLIENT, { id }, `seed ${seed}`),
        )
        const orderOf = (questionId: number) =>
          drawn?.find((each) => each.id === questionId)?.options.join('') ?? 'not drawn'
        return [orderOf(kept.id), orderOf(byTexts.id), orderOf(free.id)]
      }),
    )
    expect(new Set(orders.map(([first, second]) => `${first} ${second}`))).toEqual(new Set(['0123 0123']))
    expect(new Set(orders.map(([, , third]) => third)).size).toBeGreaterThan(4)

    const { version } = (
      await world.request<BankQuestion>(world.admin, 'GET', `/question-bank/questions/${free.id}/`)
    ).body
    const saved = await world.save(free, { keep_order: true })
    expect(saved.body).toMatchObject({ keep_order: true, version })
    expect((await world.save(saved.body, {})).body).toMatchObject({ keep_order: true })
  })

  test('keeps the order through an exported and imported file', async () => {
    const text =
      'kind,prompt,answer,option_1,option_2,option_3,option_4,keep_order\nsingle,In this order?,A,p,q,r,s,yes\n'
    const { body } = await world.request<ImportAnswer>(world.instructor, 'POST', '/question-bank/imports/', {
      format: 'csv',
      file_name: 'order.csv',
      data: Buffer.from(text).toString('base64'),
      language: 'en',
      topic_id: world.numbers,
      difficulty: 'medium',
      apply: true,
    })
    expect(body.counts).toEqual({ new: 1, duplicate: 0, error: 0 })
    const [row] = (await list('search=In%20this%20order')).results
    const { body: stored } = await world.request<BankQuestion>(
      world.admin,
      'GET',
      `/question-bank/questions/${row?.id}/`,
    )
    expect(stored.keep_order).toBe(true)
    const exported = await world.request<{ csv: string }>(
      world.admin,
      'GET',
      '/question-bank/export/?search=In%20this%20order',
    )
    expect(exported.body.csv).toMatch(/keep_order/)
    expect(exported.body.csv).toMatch(/yes/)
  })
})
