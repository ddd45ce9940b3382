import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { readQuestionFile, writeQuestionFile } from '#contract/course-import/course-import.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { startBuilderWorld, type BuilderWorld } from '../course-builder/world.ts'

let world: BuilderWorld
beforeAll(async () => {
  world = await startBuilderWorld()
})
afterAll(() => world.server.close())

type Reading = ResponseOf<typeof readQuestionFile>
const read = (name: string, text: string | Buffer, given: object = {}, user = world.tara) =>
  world.ask<Reading>(user, 'POST', '/admin/question-files/', {
    name,
    data: Buffer.from(text).toString('base64'),
    existing: [],
    ...given,
  })

describe('a file of questions', () => {
  it('given rows good and bad, when read, then each says what it becomes, and repeats are marked', async () => {
    const csv =
      'kind,prompt,answer\ntrue_false,Is it so?,yes\ntrue_false,IS IT  so?,no\nriddle,What?,x\ntrue_false,There already,no\n'
    const { status, body } = await read('q.csv', csv, {
      existing: [{ kind: 'true_false', prompt: 'there already' }],
    })
    expect(status).toBe(200)
    expect(body.format).toBe('csv')
    expect(
      body.rows.map(({ row, question, issues }) => [
        row,
        question?.['kind'],
        ...issues.map(({ code }) => code),
      ]),
    ).toEqual([
      [2, 'true_false'],
      [3, 'true_false', 'duplicate'],
      [4, undefined, 'kind_unknown'],
      [5, 'true_false', 'duplicate'],
    ])
  })

  it('given a file that is none of ours, when read, then it says so and nothing breaks', async () => {
    expect((await read('photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))).body).toEqual({
      format: null,
      rows: [],
      issues: [{ code: 'file_unknown' }],
    })
    expect((await read('nothing.csv', '')).body.issues).toEqual([{ code: 'file_empty' }])
    expect((await read('zip.zip', 'PK\x03\x04 no package')).body.issues[0]?.code).toMatch(/^zip_/)
    expect((await read('bad.csv', '', { data: 'not base64!' })).status).toBe(422)
    expect((await read('q.csv', 'prompt', {}, world.sam)).status).toBe(403)
  })

  it('given questions of a quiz, when written and read, then they come back, without the half-written ones', async () => {
    const whole = { kind: 'numeric', prompt: '=2+2?', value: 4, tolerance: 0, unit: 'kg' }
    for (const format of ['csv', 'gift'] as const) {
      const { body } = await world.ask<ResponseOf<typeof writeQuestionFile>>(
        world.tara,
        'POST',
        '/admin/question-files/text/',
        { format, questions: [whole, { kind: 'single', prompt: '' }] },
      )
      expect(body.left_out).toBe(1)
      const again = await read(body.name, body.text, { format })
      expect(again.body.rows).toMatchObject([{ question: whole, issues: [] }])
    }
  })

  it('given the example table, when fetched and read, then nothing is wrong with it', async () => {
    const { body } = await world.ask<{ name: string; text: string }>(
      world.tara,
      'GET',
      '/admin/question-files/template/',
    )
    const { body: reading } = await read(body.name, body.text)
    expect(reading.rows).toHaveLength(7)
    expect(reading.rows.flatMap(({ issues }) => issues)).toEqual([])
  })
})
