import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CourseDocument, DraftItem, ItemContent } from '#contract/course-builder/draft.ts'
import type { AuthoredProblemInput } from '#contract/problems/problems.ts'
import { createFeatures } from '#server/app.ts'
import { findingsOf } from '#server/features/course-builder/check.ts'
import { isPassable } from '#server/features/course-builder/passable.ts'
import { featuresAsUser } from '#tests/support/as-user.ts'
import { addSection, article, section, startBuilderWorld, topic, type BuilderWorld } from './world.ts'

const problem = (authored: AuthoredProblemInput): ItemContent => ({
  type: 'problem',
  problem: { ...authored },
})
const test = (input: string, expected: string) => ({
  id: randomUUID(),
  title: '',
  hidden: true,
  input,
  expected,
})
const python = (...tests: ReturnType<typeof test>[]) =>
  problem({ kind: 'python', statement: '<p>Sum</p>', tests })
const cellCheck = (change: object) => ({ id: randomUUID(), title: '', cell: 'B2', expected: '4', ...change })
const sheet = (...checks: ReturnType<typeof cellCheck>[]) =>
  problem({
    kind: 'spreadsheet',
    statement: '<p>Sum</p>',
    rows: 5,
    columns: 3,
    cells: [
      { cell: 'A1', value: '2' },
      { cell: 'A2', value: '=A1*2' },
    ],
    checks,
  })
const text = (min: number | null, max: number | null) =>
  problem({
    kind: 'text',
    statement: '<p>Write</p>',
    words_min: min,
    words_max: max,
    rubric: [{ id: randomUUID(), title: 'Clear', description: '', points: 5 }],
  })

describe('problems that nobody can pass', () => {
  it.each([
    ['one input with two results', python(test('1 2', '3'), test('1 2', '4'))],
    ['a cell outside the sheet', sheet(cellCheck({ cell: 'D1' }))],
    ['a formula in a given cell', sheet(cellCheck({ cell: 'A1', expected: '2' }))],
    ['two results in one cell', sheet(cellCheck({}), cellCheck({ expected: '5' }))],
    ['a minimum word count above the maximum', text(300, 40)],
  ])('rejects %s', (_, content) => {
    expect(isPassable(content)).toBe(false)
  })

  it.each([
    ['different inputs', python(test('1 2', '3'), test('2 2', '4'))],
    ['the same test with other whitespace', python(test('1 2', '3'), test('1 2', '3 \n'))],
    ['results within their tolerance', sheet(cellCheck({}), cellCheck({ expected: '4.5', tolerance: 0.5 }))],
    [
      'one cell with other input',
      sheet(cellCheck({}), cellCheck({ expected: '9', changes: [{ cell: 'A1', value: '5' }] })),
    ],
    ['a given formula', sheet(cellCheck({ cell: 'A2' }))],
    ['a number of words', text(40, 300)],
    ['no word limits', text(null, null)],
    ['an incomplete problem', problem({ kind: 'text', statement: '', rubric: [] })],
  ])('control: accepts %s', (_, content) => {
    expect(isPassable(content)).toBe(true)
  })
})

const deadUrl = 'https://elsewhere.test/gone'
const probedUrls: string[] = []
let world: BuilderWorld
beforeAll(async () => {
  world = await startBuilderWorld({
    features: (core) => ({
      ...createFeatures(core, undefined, {
        gone: (urls) => {
          probedUrls.push(...urls)
          return Promise.resolve(new Set(urls.filter((url) => url === deadUrl)))
        },
      }),
      auth: featuresAsUser(core).auth,
    }),
  })
})
afterAll(() => world.server.close())

const link = (href: string) => `<p><a href="${href}">there</a></p>`
const findingsFor = async (...items: DraftItem[]) => {
  const courseId = await world.create()
  const saved = await world.save(courseId, [addSection(section('s1', [topic('t1', items)]))])
  expect(saved.status).toBe(200)
  return (await world.findings(courseId)).map(({ code, node, detail }) => [code, node?.key ?? null, detail])
}
const deadLinksOf = async (...items: DraftItem[]) =>
  (await findingsFor(...items)).filter(([code]) => code === 'dead_link')

describe('dead links', () => {
  it('finds dead web links in articles and problems, in every language', async () => {
    const translatedArticle = article('a1', link('https://elsewhere.test/there?a=1&amp;b=2'))
    if (translatedArticle.content.type === 'article') translatedArticle.content.htmls = { hi: link(deadUrl) }
    const problemItem = { ...article('p1'), content: text(null, null) }
    if (problemItem.content.type === 'problem') problemItem.content.problem['statement'] = link(deadUrl)
    probedUrls.length = 0

    expect(await deadLinksOf(translatedArticle, problemItem)).toEqual([
      ['dead_link', 'a1', deadUrl],
      ['dead_link', 'p1', deadUrl],
    ])
    // Decoded as the browser would request it.
    expect(probedUrls).toContain('https://elsewhere.test/there?a=1&b=2')
  })

  it('finds links to courses and topics that learners cannot see', async () => {
    const live = await world.create('Live')
    await world.save(live, [addSection(section('s1', [topic('t1', [article('a1')])]))])
    await world.publish(live)
    const { body } = await world.detail(live, world.sam)
    const topicId = body.sections[0]?.topics[0]?.id ?? 0
    const draft = await world.create('Draft')
    const origin = 'http://localhost:80'
    const urls = [
      `/courses/${live}`,
      `/learn/course/${live}/${topicId}`,
      `/courses/${draft}`,
      `/learn/course/${live}/999999`,
      '/community',
    ].map((path) => `${origin}${path}`)
    probedUrls.length = 0

    const found = await deadLinksOf(article('a1', urls.map(link).join('')))

    expect(found.map(([, , url]) => url)).toEqual([urls[2], urls[3]])
    expect(probedUrls).toEqual([])
  })

  it('finds a picture that is not stored', async () => {
    const missing = '/files/7/nothing.0123456789abcdef0123.png'

    expect(await deadLinksOf(article('a1', `<p>See</p><img src="${missing}" alt="A knot">`))).toEqual([
      ['dead_link', 'a1', missing],
    ])
  })
})

describe('pictures from the web', () => {
  it('warns about each one once, in every language, but not about own ones', async () => {
    const stranger = 'https://elsewhere.test/knot.png?a=1&amp;b=2'
    const picture = (source: string) => `<p>See</p><img src="${source}" alt="A knot">`
    const item = article('a1', picture('https://elsewhere.test/one.png'))
    if (item.content.type === 'article') item.content.htmls = { hi: picture(stranger) + picture(stranger) }
    const own = article('a2', picture('/files/7/nothing.0123456789abcdef0123.png'))

    const found = (await findingsFor(item, own)).filter(([code]) => code === 'web_picture')

    expect(found).toEqual([
      ['web_picture', 'a1', 'https://elsewhere.test/one.png'],
      ['web_picture', 'a1', 'https://elsewhere.test/knot.png?a=1&b=2'],
    ])
  })
})

describe('incomplete videos', () => {
  it.each([
    ['no file', [], 0, 'no_video'],
    ['a file of unknown length', [{ url: '/files/7/a.mp4', mime: 'video/mp4' }], 0, 'video_length_unknown'],
  ])('blocks publishing a video with %s', (_what, sources, seconds, code) => {
    const content: ItemContent = {
      type: 'video',
      sources,
      poster_url: null,
      captions: [],
      duration_seconds: seconds,
    }
    const node = section('s', [topic('t', [{ ...article('v'), content }])])
    const course = { language: 'en', texts: {}, instructors: [] } as unknown as CourseDocument['course']

    const found = findingsOf({ course, sections: [node] }).filter(({ node: nodeRef }) => nodeRef?.key === 'v')

    expect(found.map((each) => [each.code, each.blocking])).toEqual([[code, true]])
  })
})

describe('pictures without alternative text', () => {
  const picture = '<p>See</p><img src="https://elsewhere.test/a.png" alt="">'
  it.each([
    ['a translation', { type: 'article' as const, html: '<p>Words</p>', htmls: { ar: picture } }],
    ['the statement of a problem', problem({ kind: 'text', statement: picture, rubric: [] })],
  ])('reports one in %s', (_, content) => {
    const document = {
      course: {
        language: 'en' as const,
        texts: {},
        difficulty: 'beginner' as const,
        tags: [],
        price: 'free' as const,
        price_minor: null,
        currency: null,
        seats: null,
        cover_url: null,
        instructors: [],
      },
      sections: [section('s1', [topic('t1', [{ ...article('a1'), content }])])],
    }
    expect(findingsOf(document).map(({ code }) => code)).toContain('no_alt_text')
  })
})
