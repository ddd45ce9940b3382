import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Find } from '#contract/courses/search.ts'
import { excerptAround, containsAll, toSearchable } from '#server/features/courses/learning/search-match.ts'
import { wordsOf } from '#server/core/text/search-text.ts'
import { article, CANARY, quiz, sampleCourse, startWorld, video, type World } from '../world.ts'

interface Found {
  results: Find[]
  more: boolean
}
const markHits = (excerpt: Find['excerpt']) =>
  (excerpt ?? []).map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')

let world: World
let courseId: number
const find = async (user: number, query: string, course = courseId) =>
  await world.call<Found>(user, 'GET', `/courses/${course}/search/?q=${encodeURIComponent(query)}`)
const titles = ({ body }: { body: Found }) => body.results.map(({ item_title: title }) => title)

beforeAll(async () => {
  world = await startWorld()
  courseId = await world.course(
    sampleCourse({
      sections: [
        {
          title: 'Start',
          topics: [
            { title: 'Preview', freePreview: true, items: [article('Welcome', '<p>Tables hold rows.</p>')] },
            {
              title: 'Joining',
              items: [
                article('Inner join', '<p>Rows that match in <em>both</em> tables &amp; nothing else.</p>'),
                article('Outer', '<p>Keeps rows without a partner; जोड़ और الجَدوَل are said here.</p>'),
                { ...video('Film', 40), chapters: [{ title: 'Cartesian product', second: 3 }] },
                quiz('Check', 2),
              ],
            },
          ],
        },
        {
          title: 'Later',
          topics: [{ title: 'Close', items: [article('Partner again', '<p>Hidden rows.</p>')] }],
          opensAt: new Date('2099-01-01'),
        },
      ],
    }),
  )
  await world.call(world.student, 'POST', `/courses/${courseId}/enrolment/`)
})
afterAll(() => world.server.close())

describe('search inside a course', () => {
  test('finds titles first, and shows excerpts of texts', async () => {
    const found = await find(world.student, 'join')
    expect(titles(found)).toEqual(['Inner join'])
    expect(found.body.results[0]).toMatchObject({ topic_title: 'Joining', type: 'article', excerpt: null })
    const inText = await find(world.student, 'both TABLES')
    expect(titles(inText)).toEqual(['Inner join'])
    expect(markHits(inText.body.results[0]?.excerpt ?? null)).toBe(
      'Rows that match in [both] [tables] & nothing else.',
    )
  })

  test('ignores diacritics in Hindi and Arabic', async () => {
    expect(titles(await find(world.student, 'जोड'))).toEqual(['Outer'])
    expect(titles(await find(world.student, 'الجدول'))).toEqual(['Outer'])
  })

  test('finds chapters of a video and questions of a quiz', async () => {
    expect(titles(await find(world.student, 'cartesian'))).toEqual(['Film'])
    expect(titles(await find(world.student, 'question 2'))).toEqual(['Check'])
  })

  test('never finds words of an answer key (E8)', async () => {
    expect(titles(await find(world.student, CANARY))).toEqual([])
    expect(titles(await find(world.student, 'right'))).toEqual([])
  })

  test('finds only titles in a locked section, marked as locked', async () => {
    expect(titles(await find(world.student, 'hidden'))).toEqual([])
    const found = await find(world.student, 'again')
    expect(found.body.results).toMatchObject([
      { item_title: 'Partner again', state: 'locked', excerpt: null },
    ])
    // An instructor finds everything.
    expect(titles(await find(world.teacher, 'hidden'))).toEqual(['Partner again'])
  })

  test('finds only titles and the free preview without enrolment', async () => {
    const found = await find(world.classmate, 'rows')
    expect(titles(found)).toEqual(['Welcome'])
    expect(titles(await find(world.classmate, 'outer'))).toEqual(['Outer'])
  })

  test('rejects other tenants, ignores single letters and finds changed texts', async () => {
    expect((await find(world.stranger, 'rows')).status).toBe(401)
    expect((await find(world.student, 'r')).body).toEqual({ results: [], more: false })
    await world.server.db.asSuperuser(
      `update item_article set html = '<p>Zebra</p>' where html like '%both%'`,
    )
    await world.server.core.db.withTenant(7, (db) =>
      world.server.core.changes.announce(db, { kind: 'courses', clientId: 7 }),
    )
    await expect.poll(async () => titles(await find(world.student, 'zebra'))).toEqual(['Inner join'])
  })
})

describe('excerpt', () => {
  test('cuts a long text at spaces around the hit', () => {
    const text = `${'alpha '.repeat(60)}needle ${'omega '.repeat(60)}`.trim()
    const parts = markHits(excerptAround(text, wordsOf('needle')))
    expect(parts).toMatch(/^… (alpha )+\[needle\]( omega)+ …$/)
    expect(parts.length).toBeLessThan(220)
  })

  test('splits no word and no surrogate pair', () => {
    const text = `${'😀'.repeat(300)} needle ${'😀'.repeat(300)}`
    const parts = excerptAround(text, ['needle'])
    expect(markHits(parts)).toContain('[needle]')
    expect((parts ?? []).every((part) => part.text.isWellFormed())).toBe(true)
  })

  test('requires all words', () => {
    expect(containsAll(wordsOf('red blue'), [toSearchable('Red'), toSearchable('bluebird')])).toBe(true)
    expect(containsAll(wordsOf('red green'), [toSearchable('Red'), toSearchable('bluebird')])).toBe(false)
  })
})
