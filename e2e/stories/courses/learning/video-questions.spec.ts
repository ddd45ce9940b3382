import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import type { CourseDetail } from '#contract/courses/outline.ts'
import type { CourseSummary } from '#contract/courses/shapes.ts'
import type { TopicPage, VideoItem } from '#contract/courses/topic-page.ts'
import { newDocument } from '#contract/course-builder/draft.ts'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { demo, DEMO_PASSWORD } from '#e2e/product.ts'

const asker = async (request: APIRequestContext, who: keyof typeof demo) => {
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
type Ask = Awaited<ReturnType<typeof asker>>

/** A film that the demo has. */
const demoVideo = async (ask: Ask): Promise<VideoItem> => {
  const { results } = await ask<{ results: CourseSummary[] }>('GET', '/courses/?search=Python%20Foundations')
  const course = await ask<CourseDetail>('GET', `/courses/${results[0]?.id}/`)
  const topic = course.sections
    .flatMap(({ topics }) => topics)
    .find(({ items }) => items.some(({ type }) => type === 'video'))
  const { items } = await ask<TopicPage>('GET', `/courses/${course.id}/topics/${topic?.id}/`)
  const film = items.find((item) => item.type === 'video')
  if (!film) throw new Error('the demo has no film')
  return film
}

/** A published course of one film that asks at 0:01, and at 0:03 wants an answer. */
const askingCourse = async (ask: Ask): Promise<number> => {
  const film = await demoVideo(ask)
  const document = newDocument('A film that asks', 'en')
  document.course.texts.en = { ...document.course.texts.en!, description: 'One film.' }
  const truth = { kind: 'true_false', points: 1, answer: true, explanation_true: '', explanation_false: '' }
  document.sections = [
    {
      key: 's1',
      title: 'Films',
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
                sources: film.sources,
                poster_url: film.poster_url,
                captions: [],
                duration_seconds: film.duration_seconds,
                questions: [
                  {
                    id: randomUUID(),
                    second: 1,
                    required: false,
                    question: {
                      ...truth,
                      prompt: 'Is a list ordered?',
                      explanation: 'Lists keep their order.',
                    },
                  },
                  {
                    id: randomUUID(),
                    second: 3,
                    required: true,
                    question: { ...truth, prompt: 'Do positions begin at 0?', explanation: '' },
                  },
                ],
              },
            },
          ],
        },
      ],
    },
  ]
  const { course_id: id } = await ask<{ course_id: number }>('POST', '/admin/courses/', {
    idempotency_key: randomUUID(),
    title: 'A film that asks',
    language: 'en',
    document,
  })
  await ask('POST', `/admin/courses/${id}/publication/`, { revision: 1 })
  return id
}

/** A film that plays is held within a tenth of the second that was named. */
const heldAt = (page: Page, second: number) =>
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

test('a film stops and asks by the keyboard, tells what is right, holds who jumps where it must be answered, and remembers', async ({
  page,
  request,
}) => {
  const teach = await asker(request, 'instructor')
  const courseId = await askingCourse(teach)
  const learn = await asker(request, 'student')
  await learn('POST', `/courses/${courseId}/enrolment/`)
  const { sections } = await learn<CourseDetail>('GET', `/courses/${courseId}/`)
  const place = `/learn/course/${courseId}/${sections[0]?.topics[0]?.id}`
  await signIn(page)
  const told = page.waitForResponse((answer) => answer.url().includes(`/courses/${courseId}/topics/`))
  await page.goto(place)
  expect(await (await told).text()).not.toContain('keep their order')
  await expect(page.getByText('0 of 2 questions in this video answered')).toBeVisible()

  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const stopped = page.getByRole('group', { name: 'The video stopped for a question' })
  await expect(stopped).toBeFocused()
  expect(await heldAt(page, 1)).toBe(true)
  await expectAccessible(page, 'a question inside a film')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await stopped.getByRole('button', { name: 'Check my answer' }).press('Enter')
  await expect(page.getByText('Lists keep their order.')).toBeVisible()
  await page.getByRole('button', { name: 'Go on with the video' }).press('Enter')

  await seek(page, 9)
  await expect(stopped.getByText('Do positions begin at 0?')).toBeVisible()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => heldAt(page, 3)).toBe(true)

  await page.reload()
  await page.getByRole('button', { name: 'Question 1 at 0:01: answered, right' }).click()
  await expect(page.getByText('Lists keep their order.')).toBeVisible()
  await teach('POST', `/admin/courses/${courseId}/state/`, { action: 'archive' })
})
