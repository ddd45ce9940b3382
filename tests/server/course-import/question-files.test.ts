import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { readQuestionFile, writeQuestionFile } from '#contract/course-import/course-import.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { startBuilderWorld, type BuilderWorld } from '../course-builder/world.ts'

let world: BuilderWorld
beforeAll(async () => {
  world = await startBuilderWorld()
})
afterAll(() => world.server.close())

type QuestionFileReport = ResponseOf<typeof readQuestionFile>
const read = (name: string, text: string | Buffer, overrides: object = {}, user = world.tara) =>
  world.ask<QuestionFileReport>(user, 'POST', '/admin/question-files/', {
    name,
    data: Buffer.from(text).toString('base64'),
    existing: [],
    ...overrides,
  })

describe('question files', () => {
  it('reports each row and marks duplicates', async () => {
    const csv =
      'kind,prompt,answer\ntrue_false,Is it so?,yes\ntrue_false,IS IT  so?,no\nriddle,What?,x\ntrue_false,There already,no\n'
    const { status, body } = await read('q.csv', csv, {
      existing: [{ kind: 'true_false', prompt: 'there already', answers: [] }],
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

  it('reports an unknown file instead of failing', async () => {
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

  it('reads back written questions, without incomplete ones', async () => {
    const complete = { kind: 'numeric', prompt: '=2+2?', value: 4, tolerance: 0, unit: 'kg' }
    for (const format of ['csv', 'gift'] as const) {
      const { body } = await world.ask<ResponseOf<typeof writeQuestionFile>>(
        world.tara,
        'POST',
        '/admin/question-files/text/',
        { format, questions: [complete, { kind: 'single', prompt: '' }] },
      )
      expect(body.left_out).toBe(1)
      const again = await read(body.name, body.text, { format })
      expect(again.body.rows).toMatchObject([{ question: complete, issues: [] }])
    }
  })

  it('reads the example table without issues', async () => {
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
