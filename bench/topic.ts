/**
 * `npm run bench -- topic`: how long until a lesson's text can be read on a phone in a slow network: opened cold and
 * warm by its address, and by "Next" with the topic read ahead and without. Needs the built app.
 */
import { chromium, type Page } from 'playwright'
import { chromiumArgs, chromiumPath } from '#e2e/browser.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { startProduct, temporaryData } from './product.ts'
import { PHONE, report, ROUNDS, signIn, SLOW_IN_WORDS, slowDown } from './slow-phone.ts'

const PORT = 4252
/** Issue "Courses and learning": under 100 ms when read ahead, under 1 s on slow 4G otherwise. */
const TARGET_AHEAD_MS = 100
const TARGET_NEXT_MS = 1_000
const TEXT = '.article p'

interface Marks {
  readAt: number
}
const watch = (selector: string) => {
  const look = () => {
    const text = document.querySelector(selector)
    if (text?.checkVisibility()) (window as unknown as Marks).readAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Milliseconds from the start of the navigation to text one can read. */
const opened = async (page: Page, url: string): Promise<number> => {
  await page.addInitScript(watch, TEXT)
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'readAt' in window, undefined, { timeout: 60_000 })
  return page.evaluate(() => (window as unknown as Marks).readAt)
}

/** Milliseconds from the press of "Next" to the next topic's heading and text, measured in the page. */
const turned = (page: Page): Promise<number> =>
  page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const before = document.querySelector('h1')?.textContent
        const links = [...document.querySelectorAll<HTMLAnchorElement>('main nav a')]
        const began = performance.now()
        links.at(-1)?.click()
        const look = () => {
          const arrived = document.querySelector('main h1')?.textContent !== before
          if (arrived && document.querySelector(selector)) resolve(performance.now() - began)
          else requestAnimationFrame(look)
        }
        look()
      }),
    TEXT,
  )

const data = temporaryData()
const product = await startProduct(data.folder, PORT)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
try {
  const known = await browser.newContext(PHONE)
  const page = await known.newPage()
  await signIn(page, product.url)
  const state = await known.storageState()
  /** Two neighbouring topics that begin with an article, in a course the student is in. */
  const place = await page.evaluate(async () => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}') as { access_token: string }
    const read = async (path: string) =>
      (
        await fetch(path, { headers: { authorization: `Bearer ${user.access_token}` } })
      ).json() as Promise<never>
    const home: { courses: { course_id: number }[] } = await read('/api/clients/7/student/learning-home/')
    for (const { course_id } of home.courses) {
      const course: { sections: { topics: { id: number; items: { id: number; type: string }[] }[] }[] } =
        await read(`/api/clients/7/courses/${course_id}/`)
      const topics = course.sections.flatMap((section) => section.topics)
      const at = topics.findIndex(
        (topic, index) =>
          topic.items.length === 1 &&
          topic.items[0]?.type === 'article' &&
          topics[index + 1]?.items[0]?.type === 'article',
      )
      if (at !== -1)
        return { course: course_id, topic: topics[at]?.id ?? 0, item: topics[at]?.items[0]?.id ?? 0 }
    }
    throw new Error('no course with two neighbouring articles')
  })
  const url = `${product.url}/learn/course/${place.course}/${place.topic}?item=${place.item}`

  const cold: number[] = []
  const warm: number[] = []
  const ahead: number[] = []
  const plain: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block', storageState: state })
    cold.push(await opened(await context.newPage(), url))
    await context.close()
  }
  await page.goto(url)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await untilQuiet(page)
  for (let round = 0; round < ROUNDS; round += 1) {
    const tab = await known.newPage()
    warm.push(await opened(tab, url))
    // "Next" before anything could be read ahead, then the same with time for it.
    plain.push(await turned(tab))
    await tab.goto(url)
    await tab.waitForFunction((text) => document.querySelector(text) !== null, TEXT)
    await tab.waitForTimeout(4_000)
    ahead.push(await turned(tab))
    await tab.close()
  }
  console.log(`\nA lesson ${SLOW_IN_WORDS}`)
  report('opened, nothing cached', cold, null)
  report('opened, visited before', warm, null)
  report('"Next", not read ahead', plain, TARGET_NEXT_MS)
  report('"Next", read ahead', ahead, TARGET_AHEAD_MS)
  await known.close()
} finally {
  await browser.close()
  await product.stop()
  data.remove()
}
