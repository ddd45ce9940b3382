import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { CourseSummary } from '#contract/courses/shapes.ts'
import type { TopicPage, VideoItem } from '#contract/courses/topic-page.ts'
import { newDocument } from '#contract/course-builder/draft.ts'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { demo, DEMO_PASSWORD } from '#e2e/product.ts'

const callsAs = async (request: APIRequestContext, who: keyof typeof demo) => {
  const signedIn = await request.post('/accounts/clients/7/user/login/', {
    data: { email: demo[who], password: DEMO_PASSWORD },
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  return async <T>(method: 'GET' | 'POST', path: string, data?: object): Promise<T> => {
    const answer = await request.fetch(`/api/clients/7${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(data && { data }),
    })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (answer.status() === 204 ? null : await answer.json()) as T
  }
}
type Calls = Awaited<ReturnType<typeof callsAs>>

/** A video of the demo. */
const demoVideo = async (call: Calls): Promise<VideoItem> => {
  const { results } = await call<{ results: CourseSummary[] }>('GET', '/courses/?search=Python%20Foundations')
  const course = await call<CourseDetail>('GET', `/courses/${results[0]?.id}/`)
  const topic = course.sections
    .flatMap(({ topics }) => topics)
    .find(({ items }) => items.some(({ type }) => type === 'video'))
  const { items } = await call<TopicPage>('GET', `/courses/${course.id}/topics/${topic?.id}/`)
  const video = items.find((item) => item.type === 'video')
  if (!video) throw new Error('the demo has no video')
  return video
}

/** A published course of one video with a question at 0:01 and a required one at 0:03. */
const courseWithQuestions = async (call: Calls): Promise<number> => {
  const video = await demoVideo(call)
  const document = newDocument('A video with questions', 'en')
  document.course.texts.en = { ...document.course.texts.en!, description: 'One video.' }
  const trueFalse = {
    kind: 'true_false',
    points: 1,
    answer: true,
    explanation_true: '',
    explanation_false: '',
  }
  document.sections = [
    {
      key: 's1',
      title: 'Videos',
      titles: {},
      opens_at: null,
      opens_after_days: null,
      requires: [],
      topics: [
        {
          key: 't1',
          title: 'Asking',
          titles: {},
          free_preview: false,
          items: [
            {
              key: 'i1',
              title: 'Positions',
              titles: {},
              minutes: 1,
              content: {
                type: 'video',
                sources: video.sources,
                poster_url: video.poster_url,
                captions: [],
                duration_seconds: video.duration_seconds,
                questions: [
                  {
                    id: randomUUID(),
                    second: 1,
                    required: false,
                    question: {
                      ...trueFalse,
                      prompt: 'Is a list ordered?',
                      explanation: 'Lists keep their order.',
                    },
                  },
                  {
                    id: randomUUID(),
                    second: 3,
                    required: true,
                    question: { ...trueFalse, prompt: 'Do positions begin at 0?', explanation: '' },
                  },
                ],
              },
            },
          ],
        },
      ],
    },
  ]
  const { course_id: id } = await call<{ course_id: number }>('POST', '/admin/courses/', {
    idempotency_key: randomUUID(),
    title: 'A video with questions',
    language: 'en',
    document,
  })
  await call('POST', `/admin/courses/${id}/publication/`, { revision: 1 })
  return id
}

/** Whether the video is paused within 0.1 s of the second. */
const isPausedAt = (page: Page, second: number) =>
  page
    .locator('video')
    .evaluate(
      (video: HTMLVideoElement, at) => video.paused && Math.abs(video.currentTime - at) <= 0.1,
      second,
    )
const seek = (page: Page, second: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to
  }, second)

/** Whether all of the question lies inside the picture and the picture is covered by nothing else. */
const isOverPicture = (page: Page) =>
  page.locator('.picture').evaluate((picture) => {
    const question = picture.querySelector('.asked-question')
    if (!question) return false
    const [outer, inner] = [picture.getBoundingClientRect(), question.getBoundingClientRect()]
    const middle = document.elementFromPoint(
      inner.left + inner.width / 2,
      Math.max(0, inner.top) + Math.min(inner.height, 40) / 2,
    )
    return inner.left >= outer.left && inner.right <= outer.right && question.contains(middle)
  })

test('pauses a video for questions by keyboard and stops a jump over a required one', async ({
  page,
  request,
}) => {
  const teach = await callsAs(request, 'instructor')
  const courseId = await courseWithQuestions(teach)
  const learn = await callsAs(request, 'student')
  await learn('POST', `/courses/${courseId}/enrolment/`)
  const { sections } = await learn<CourseDetail>('GET', `/courses/${courseId}/`)
  const path = `/learn/course/${courseId}/${sections[0]?.topics[0]?.id}`
  await signIn(page)
  const topicResponse = page.waitForResponse((answer) =>
    answer.url().includes(`/courses/${courseId}/topics/`),
  )
  await page.goto(path)
  expect(await (await topicResponse).text()).not.toContain('keep their order')
  await expect(page.getByText('0 of 2 questions in this video answered')).toBeVisible()

  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const stopped = page.getByRole('group', { name: 'The video stopped for a question' })
  await expect(stopped).toBeFocused()
  expect(await isPausedAt(page, 1)).toBe(true)
  expect(await isOverPicture(page)).toBe(true)
  await expectAccessible(page, 'a question inside a video')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await stopped.getByRole('button', { name: 'Check my answer' }).press('Enter')
  await expect(page.getByText('Lists keep their order.')).toBeVisible()
  await page.getByRole('button', { name: 'Go on with the video' }).press('Enter')

  await seek(page, 9)
  await expect(stopped.getByText('Do positions begin at 0?')).toBeVisible()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => isPausedAt(page, 3)).toBe(true)

  // In full screen of the player the question is shown, and full screen stays.
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await seek(page, 9)
  await expect(stopped.getByText('Do positions begin at 0?')).toBeVisible()
  expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  expect(await isOverPicture(page)).toBe(true)
  await page.evaluate(() => document.exitFullscreen())
  await expect(stopped.getByText('Do positions begin at 0?')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Question 1 at 0:01: answered, right' }).click()
  await expect(page.getByText('Lists keep their order.')).toBeVisible()
  await teach('POST', `/admin/courses/${courseId}/state/`, { action: 'archive' })
})
