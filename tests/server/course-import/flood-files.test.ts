/** Files made to be slow to parse: others are served meanwhile, and the answer says what is wrong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { readQuestionFile } from '#contract/course-import/course-import.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { rawZip } from '#tests/support/content/raw-zip.ts'
import { TURN_MAX_MS, usualTurnMs } from '#tests/support/server/loop-delay.ts'
import { startBuilderWorld, type BuilderWorld } from '../course-builder/world.ts'
import { packagesOf } from './packages.ts'

let world: BuilderWorld
beforeAll(async () => {
  world = await startBuilderWorld()
})
afterAll(() => world.server.close())

const DOCTYPES = '<!DOCTYPE '.repeat(390_000)
const attributes = (count: number) =>
  `<a ${Array.from({ length: count }, (_none, index) => `a${index}="1"`).join(' ')}/>`
const zipOf = (name: string, content: string) => rawZip([{ name, content }])

describe('floods in question files', () => {
  it.each([
    ['390,000 document types in a zip', 'q.zip', zipOf('q.xml', DOCTYPES), 'xml_broken'],
    ['390,000 document types', 'q.xml', Buffer.from(DOCTYPES), 'xml_broken'],
    ['700,000 attributes in a zip', 'q.zip', zipOf('q.xml', attributes(700_000)), 'xml_too_large'],
    ['400,000 attributes', 'q.xml', Buffer.from(attributes(400_000)), 'xml_too_large'],
    ['deep nesting', 'q.xml', Buffer.from('<a>'.repeat(200_000)), 'xml_too_deep'],
    ['a million elements', 'q.xml', Buffer.from(`<a>${'<b/>'.repeat(1_000_000)}</a>`), 'xml_too_large'],
    [
      'a table with a million quotes',
      'q.csv',
      Buffer.from(`prompt\n${'"a" '.repeat(500_000)}`),
      'csv_broken',
    ],
    ['a table with 300,000 rows', 'q.csv', Buffer.from(`prompt\n${'a\n'.repeat(300_000)}`), 'too_many_rows'],
    ['a million braces in GIFT', 'q.gift', Buffer.from('a{\n'.repeat(600_000)), null],
    [
      'a million tags in GIFT',
      'q.gift',
      Buffer.from(`::a:: ${'<b>'.repeat(60_000)} {T}\n\n`.repeat(20)),
      null,
    ],
  ])('keeps the event loop free during %s', async (_name, name, bytes, code) => {
    const data = bytes.toString('base64')
    const answers: { status: number; body: ResponseOf<typeof readQuestionFile> }[] = []
    const longest = await usualTurnMs(async () => {
      answers.push(
        await world.ask(world.tara, 'POST', '/admin/question-files/', { name, data, existing: [] }),
      )
    })
    expect(answers[0]?.status).toBe(200)
    expect([null, ...(answers[0]?.body.issues ?? []).map((issue) => issue.code)]).toContain(code)
    expect(longest).toBeLessThan(TURN_MAX_MS)
  })

  it('keeps the event loop free during a package with a flood in its manifest', async () => {
    const packages = packagesOf(world)
    const id = await packages.upload(zipOf('imsmanifest.xml', attributes(700_000)))
    const reports: unknown[] = []
    const longest = await usualTurnMs(async () => {
      reports.push((await packages.inspect(id)).refused)
    })
    expect(reports).toEqual([{ code: 'xml_too_large', detail: 'imsmanifest.xml' }])
    expect(longest).toBeLessThan(TURN_MAX_MS)
  })

  it('reads a package of 19,000 deep paths in little memory', async () => {
    const folder = Array.from({ length: 29 }, (_none, index) => `folder-${index}`).join('/')
    const entries = Array.from({ length: 19_000 }, (_none, index) => ({
      name: `${index}/${folder}/file`,
      content: '',
      stored: true,
    }))
    const packages = packagesOf(world)
    const id = await packages.upload(rawZip(entries))
    const before = process.memoryUsage().rss
    const longest = await usualTurnMs(() => packages.inspect(id))
    expect(longest).toBeLessThan(TURN_MAX_MS)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 ** 2)
  })
})
