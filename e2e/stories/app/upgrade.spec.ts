/** A learner's device, recorded with the last build that had five databases, is opened by this build. */
import type { Page } from '@playwright/test'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { expect, signIn, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo, PRODUCT_PORT } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { aThreadOf } from '#e2e/support/community.ts'
import { startFront, type Front } from '#e2e/support/deploys/front.ts'
import { untilOpensOffline } from '#e2e/support/deploys/tabs.ts'
import { accountOf, formerProfile, restoreProfile } from '#e2e/support/former-profile.ts'

const PORT = PRODUCT_PORT + 2
/** Recorded: the tab in which the exam was open. */
const HOLDER = '44a682cd-8a15-43f0-9a97-62a6336df980'
const FIRST_HOLDER = '11111111-1111-4111-8111-111111111111'
const WORDS = 'Recorded in a tunnel'
const OTHER_WORDS = 'Encrypted for another person'

let front: Front
test.use({ baseURL: `http://127.0.0.1:${PORT}` })
test.beforeAll(async () => {
  front = await startFront(PORT)
})
test.afterAll(() => front.end())

/** The attempt as the server had it: question 1 is answered, the answer to question 2 has not arrived. */
const anAttempt = async () => {
  const assessment = await anAssessment(await callsOf(demo.admin), { duration_minutes: 240 })
  const learner = await callsOf(demo.student)
  const started = await learner<AttemptPage>('POST', `assessments/${assessment.id}/start/`, {
    holder: FIRST_HOLDER,
    consent: true,
  })
  const { version } = await learner<AttemptPage>('POST', `attempts/${started.id}/hold/`, { holder: HOLDER })
  const answer = { position: 1, choice: 'A', final: false, marked: false, seen: true, seq: 1, age_ms: 0 }
  await learner('PUT', `attempts/${started.id}/answers/`, { holder: HOLDER, version, answers: [answer] })
  const storedChoices = async () =>
    (await learner<AttemptPage>('GET', `attempts/${started.id}/`)).answers.map(({ choice }) => choice)
  return { id: started.id, storedChoices }
}

const aFormerPost = () => ({
  kind: 'thread',
  title: OTHER_WORDS,
  body: '<p>said on the train</p>',
  tags: [],
  id: crypto.randomUUID(),
  since: Date.now(),
  refused: null,
})

/** A device of the former build, on which another person has left an encrypted outbox. */
const openFormerDevice = async (page: Page) => {
  const [attempt, signedIn, other] = await Promise.all([
    anAttempt(),
    accountOf(demo.student),
    accountOf(demo.instructor),
  ])
  const elsewhere = await page.context().browser()?.newContext({ baseURL: front.url })
  if (!elsewhere) throw new Error('no browser')
  const helper = await elsewhere.newPage()
  await signIn(helper, 'instructor')
  const thread = await aThreadOf(helper, 'Recorded thread')
  await elsewhere.close()
  const profile = formerProfile({ attempt: attempt.id, thread: thread.id })
  const piece = {
    account: other,
    place: 'forum',
    key: `forum_queue:7:${other.session.id}`,
    value: [aFormerPost()],
  }
  await restoreProfile(page, profile, { signedIn, pieces: [piece] })
  return { attempt, profile }
}

/** Nothing that the device wants to send arrives. */
const refuseToSend = (page: Page) =>
  page.route(/\/(api|activity|community-forum)\//, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort('internetdisconnected'),
  )

const waitingLines = (page: Page) =>
  page.getByRole('list', { name: 'Waiting to be sent' }).getByRole('listitem')

const LINES = [
  /Exam answers/,
  /Lesson finished.*Multiply, never add/s,
  /Position in a lesson/,
  /Vote/,
  /New thread.*Recorded in a tunnel/s,
  /Unsent draft.*Recorded in a tunnel-begun/s,
]

test('F4: keeps everything on a device of the former build and sends it', async ({ page, watch }) => {
  test.setTimeout(180_000)
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to fetch|Failed to load resource/)
  const { attempt, profile } = await openFormerDevice(page)
  await refuseToSend(page)
  await page.goto('/outbox')
  for (const line of LINES) await expect(waitingLines(page).filter({ hasText: line })).toHaveCount(1)

  // The saved course opens without a server, with what was learned there.
  await untilOpensOffline(page)
  await front.stop()
  await page.goto(profile.lessonPath)
  await expect(page.locator('#lesson-title')).toHaveText('Multiply, never add')
  await expect(page.getByText('Completed').first()).toBeVisible()
  await front.start()

  await page.unrouteAll()
  await page.goto(`/assessment/quiz?attempt=${attempt.id}`)
  await expect(page.getByRole('group', { name: /Question 2 of 4/ })).toBeVisible()
  await expect(examOf(page).option('C')).toBeChecked()
  await examOf(page).expectSaved()
  expect(await attempt.storedChoices()).toEqual(['A', 'C', null, null])

  await page.goto('/outbox')
  await expect(waitingLines(page).filter({ hasText: `${WORDS}-begun` })).toHaveCount(1)
  await expect(waitingLines(page).filter({ hasText: 'New thread' })).toHaveCount(0)
})

test('control: finds nothing of the queues where the former databases are not moved', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/)
  await openFormerDevice(page)
  await refuseToSend(page)
  // The app sees no former database.
  await page.addInitScript(() => (IDBFactory.prototype.databases = () => Promise.resolve([])))
  await page.goto('/outbox')
  // The draft lies in local storage, which has not moved.
  await expect(waitingLines(page)).toHaveCount(1)
  await expect(waitingLines(page)).toContainText(`${WORDS}-begun`)
})
