/** Before a submission no key, explanation or score is in any response, in any file of the build or on the device (E8). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo } from '#e2e/product.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { inDatabase } from '#e2e/support/database.ts'

const DIST = join(import.meta.dirname, '..', '..', 'dist')
/** Shorter texts could occur by chance. */
const MINIMUM_LENGTH = 12
/** Fields that would reveal a key or a score. `answers`, the bands and a topic's `key` do not. */
const REVEALING_FIELD =
  /"(answer|key_letter|letters|right|correct|is_right|explanations?|right_answers|score|percent|result|discrimination)":/

/** Every explanation of every bank in every language: an explanation reveals the key. */
const explanations = async (): Promise<string[]> => {
  const rows = await inDatabase(
    'select distinct t.value as text from bank_question_version v, jsonb_each_text(v.explanations) t',
  )
  return rows.map(({ text }) => String(text)).filter((text) => text.length >= MINIMUM_LENGTH)
}
/** The secrets in a text, plain or escaped as in JSON and scripts. */
const found = (secrets: readonly string[], text: string): string[] =>
  secrets.filter((secret) =>
    [...new Set([secret, JSON.stringify(secret).slice(1, -1)])].some((form) => text.includes(form)),
  )

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz|png|woff2|wasm)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** Everything that a page stores in this browser, as one text. */
const readDeviceStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const stored: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        stored.push(request.url, await (await cache.match(request))?.text())
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error(`IndexedDB ${name}`))
      })
      for (const store of db.objectStoreNames)
        stored.push(
          await new Promise((resolve, reject) => {
            const request = db.transaction(store).objectStore(store).getAll()
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(new Error(`IndexedDB ${name}/${store}`))
          }),
        )
      db.close()
    }
    return JSON.stringify(stored)
  })

/** All strings on the page's heap: component state, query cache, closures. */
const heapOf = async (page: Page): Promise<string> => {
  const devTools = await page.context().newCDPSession(page)
  const parts: string[] = []
  devTools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
  await devTools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await devTools.detach()
  return (JSON.parse(parts.join('')) as { strings: string[] }).strings.join('\n')
}

test('E8: reveals no key in responses, build or device storage during an attempt', async ({ page }) => {
  test.setTimeout(120_000)
  const assessment = await anAssessment(await callsOf(demo.admin))
  const secrets = await explanations()
  // The demo's bank in three languages and this assessment's questions.
  expect(secrets.length).toBeGreaterThan(300)

  const responses: { url: string; text: Promise<string> }[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (/json|javascript|html|css/.test(type))
      responses.push({ url: response.url(), text: response.text().catch(() => '') })
  })
  await signIn(page)
  const exam = examOf(page)
  await page.goto('/assessments')
  await expect(page.getByRole('heading', { name: assessment.title })).toBeVisible()
  await exam.start(assessment.path)
  const attempt = new URL(page.url()).searchParams.get('attempt') ?? ''
  await exam.choose('B')
  await exam.expectSaved()
  await exam.lock()
  await expect(page.getByText('Submitted. This answer is final.')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await exam.choose('A')
  await exam.expectSaved()
  // Requests for results before the submission reveal nothing either.
  const early = await page.evaluate(async (id) => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}') as { access_token: string }
    const read = async (path: string) =>
      (
        await fetch(`/api/clients/7/${path}`, { headers: { authorization: `Bearer ${user.access_token}` } })
      ).text()
    return Promise.all(
      ['result', 'review', 'receipt', 'roadmap'].map((part) => read(`attempts/${id}/${part}/`)),
    )
  }, attempt)
  await page.goto(`/assessments/results/${attempt}`)
  await untilQuiet(page)
  await page.goto(`/assessment/quiz?attempt=${attempt}`)
  await expect(exam.option('A')).toBeChecked()

  const texts = await Promise.all(responses.map(async ({ url, text }) => ({ url, text: await text })))
  const ofExams = texts.filter(({ url }) => /\/(assessments|attempts)\//.test(url))
  expect(ofExams.length).toBeGreaterThan(5)
  expect(texts.flatMap(({ url, text }) => found(secrets, text).map((secret) => `${url}: ${secret}`))).toEqual(
    [],
  )
  expect(early.flatMap((text) => found(secrets, text))).toEqual([])
  const revealed = [...ofExams, ...early.map((text, index) => ({ url: `early ${index}`, text }))].flatMap(
    ({ url, text }) => {
      const field = REVEALING_FIELD.exec(text.replaceAll('"result":null', ''))?.[0]
      return field === undefined ? [] : [`${url}: ${field}`]
    },
  )
  expect(revealed).toEqual([])

  const files = filesIn(DIST)
  expect(files.length).toBeGreaterThan(50)
  const full = process.env['FULL'] === '1'
  // The runtimes of other languages are long third-party files.
  const searched = files.filter((file) => full || !file.startsWith(join(DIST, 'runtimes')))
  const built = searched.map((file) => readFileSync(file, 'utf8')).join('\n')
  expect(found(secrets, built)).toEqual([])
  expect(found(secrets, await readDeviceStorage(page))).toEqual([])
  if (full) expect(found(secrets, await heapOf(page))).toEqual([])

  // The control: the search covers each kind of storage.
  const [planted = ''] = secrets
  await page.evaluate(async (text) => {
    ;(window as unknown as { planted: object }).planted = { text: [text].join('') }
    localStorage.setItem('planted', text)
  }, planted)
  expect(found(secrets, await readDeviceStorage(page))).toEqual([planted])
  if (full) expect(found(secrets, await heapOf(page))).toEqual([planted])
  expect(found([planted], `${built}const why=${JSON.stringify(planted)}`)).toEqual([planted])
  await page.evaluate(async (text) => {
    localStorage.removeItem('planted')
    await (await caches.open('planted')).put('/planted', new Response(text))
  }, planted)
  expect(found(secrets, await readDeviceStorage(page))).toEqual([planted])
  await page.evaluate(() => caches.delete('planted'))

  // The control: after the submission the same search finds explanations.
  await page.getByRole('button', { name: 'Review and finish' }).click()
  await page.getByRole('button', { name: 'Submit assessment' }).click()
  await page.waitForURL(/\/assessments\/results\//)
  const before = responses.length
  await page.goto(`/assessments/results/${attempt}/review`)
  await expect(page.getByText('Your answer, the right one, and why.')).toBeVisible()
  await untilQuiet(page)
  const after = await Promise.all(responses.slice(before).map(({ text }) => text))
  expect(found(secrets, after.join('\n')).length).toBeGreaterThan(0)
  expect(REVEALING_FIELD.test(after.join('\n'))).toBe(true)
})
