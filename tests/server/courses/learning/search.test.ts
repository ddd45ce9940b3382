import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Find } from '#contract/courses/search.ts'
import { excerptAround, holdsAll, searched } from '#server/features/courses/learning/find-words.ts'
import { wordsOf } from '#server/core/text/search-text.ts'
import { article, CANARY, quiz, sampleCourse, startWorld, video, type World } from '../world.ts'

interface Found {
  results: Find[]
  more: boolean
}
const shown = (excerpt: Find['excerpt']) =>
  (excerpt ?? []).map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')

let world: World
let courseId: number
const find = async (user: number, words: string, course = courseId) =>
  await world.call<Found>(user, 'GET', `/courses/${course}/search/?q=${encodeURIComponent(words)}`)
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
  test('given words of titles and of texts, when looked for, then titles come first and texts show the place', async () => {
    const found = await find(world.student, 'join')
    expect(titles(found)).toEqual(['Inner join'])
    expect(found.body.results[0]).toMatchObject({ topic_title: 'Joining', type: 'article', excerpt: null })
    const inText = await find(world.student, 'both TABLES')
    expect(titles(inText)).toEqual(['Inner join'])
    expect(shown(inText.body.results[0]?.excerpt ?? null)).toBe(
      'Rows that match in [both] [tables] & nothing else.',
    )
  })

  test('given writing that differs in marks only, when looked for in Hindi or Arabic, then it is found', async () => {
    expect(titles(await find(world.student, 'जोड'))).toEqual(['Outer'])
    expect(titles(await find(world.student, 'الجدول'))).toEqual(['Outer'])
  })

  test('given a film and a quiz, when words of a chapter and of a question are looked for, then they are found', async () => {
    expect(titles(await find(world.student, 'cartesian'))).toEqual(['Film'])
    expect(titles(await find(world.student, 'question 2'))).toEqual(['Check'])
  })

  test('given the key of a quiz, when a word of it is looked for, then nothing says that it stands there (E8)', async () => {
    expect(titles(await find(world.student, CANARY))).toEqual([])
    expect(titles(await find(world.student, 'right'))).toEqual([])
  })

  test('given a section that opens later, when its words are looked for, then only its titles are found, locked', async () => {
    expect(titles(await find(world.student, 'hidden'))).toEqual([])
    const found = await find(world.student, 'again')
    expect(found.body.results).toMatchObject([
      { item_title: 'Partner again', state: 'locked', excerpt: null },
    ])
    // Who teaches it reads all of it.
    expect(titles(await find(world.teacher, 'hidden'))).toEqual(['Partner again'])
  })

  test('given nobody enrolled, when looked for, then the preview’s text and titles are all there is', async () => {
    const found = await find(world.classmate, 'rows')
    expect(titles(found)).toEqual(['Welcome'])
    expect(titles(await find(world.classmate, 'outer'))).toEqual(['Outer'])
  })

  test('given somebody of another tenant, a lone letter or a text that changed, when looked for, then 401, nothing and the new text', async () => {
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

describe('the excerpt', () => {
  test('given a long text, when words stand in its middle, then it is cut at spaces around them', () => {
    const text = `${'alpha '.repeat(60)}needle ${'omega '.repeat(60)}`.trim()
    const parts = shown(excerptAround(text, wordsOf('needle')))
    expect(parts).toMatch(/^… (alpha )+\[needle\]( omega)+ …$/)
    expect(parts.length).toBeLessThan(220)
  })

  test('given one endless word or surrogate pairs, when cut, then nothing is torn', () => {
    const text = `${'😀'.repeat(300)} needle ${'😀'.repeat(300)}`
    const parts = excerptAround(text, ['needle'])
    expect(shown(parts)).toContain('[needle]')
    expect((parts ?? []).every((part) => part.text.isWellFormed())).toBe(true)
  })

  test('given all words but one, when judged, then it does not hold them', () => {
    expect(holdsAll(wordsOf('red blue'), [searched('Red'), searched('bluebird')])).toBe(true)
    expect(holdsAll(wordsOf('red green'), [searched('Red'), searched('bluebird')])).toBe(false)
  })
})
