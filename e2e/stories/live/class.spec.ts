import type { Page } from '@playwright/test'
import { expect, haveSession, test } from '#e2e/fixtures.ts'

const TITLE = 'Side by side'
const MEETING = 'https://meet.example.com/side-by-side'

/** A recorded class of a course that started a moment ago; the demo's student is enrolled in the course. */
const startClass = (page: Page, courseId: number) =>
  page.evaluate(
    async ({ title, meeting, course }) => {
      const token = localStorage.getItem('token') ?? ''
      const call = async (method: string, path: string, body?: object) => {
        const answer = await fetch(`/api/clients/7/${path}`, {
          method,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          ...(body && { body: JSON.stringify(body) }),
        })
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
        return (await answer.json()) as { id: number; hosts: { id: number }[] }
      }
      const { hosts } = await call('GET', 'admin/live-options/')
      const created = await call('POST', 'admin/live-sessions/', {
        kind: 'class',
        title,
        description: '',
        course_id: course,
        section_id: null,
        starts_local: new Date().toISOString().slice(0, 16),
        time_zone: 'UTC',
        second_time: false,
        length_minutes: 60,
        provider: 'link',
        meeting_url: meeting,
        capacity: null,
        audience: 'course',
        invitee_ids: [],
        host_ids: [hosts[0]?.id],
        consent_rule: 'hidden',
        idempotency_key: crypto.randomUUID(),
        repeat: null,
        past_ok: true,
      })
      return created.id
    },
    { title: TITLE, meeting: MEETING, course: courseId },
  )

/** A course with classes that the student is invited to. */
const courseOf = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/clients/7/live/schedule/', {
      headers: { authorization: `Bearer ${localStorage.getItem('token') ?? ''}` },
    })
    const { courses } = (await answer.json()) as { courses: { id: number }[] }
    return courses[0]?.id ?? 0
  })

const openRoom = async (page: Page, press: () => Promise<void>) => {
  const [room] = await Promise.all([page.context().waitForEvent('page'), press()])
  await expect(room).toHaveURL(MEETING)
  await room.close()
}

test('takes a learner from the first press to the recording, while the host works beside', async ({
  page: learner,
  browser,
  baseURL,
}) => {
  const staff = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en', timezoneId: 'UTC' })
  const host = await staff.newPage()
  for (const context of [learner.context(), staff])
    await context.route(`${MEETING}*`, (route) => route.fulfill({ contentType: 'text/html', body: 'Room' }))
  await Promise.all([haveSession(learner, 'student'), haveSession(host, 'admin')])
  const course = await courseOf(learner)
  const main = learner.getByRole('region', { name: TITLE })
  await learner.goto(`/live?course=${course}`)
  await expect(learner.getByRole('heading', { level: 1 })).toBeVisible()

  // The class appears on the open page, and the learner joins with their answer to the recording.
  const id = await startClass(host, course)
  await expect(main).toBeVisible()
  await main.getByRole('button', { name: 'Join', exact: true }).click()
  await openRoom(learner, () => learner.getByRole('button', { name: 'Agree and join' }).click())
  await expect(main.getByText(/minutes? counted/)).toBeVisible()

  // The host comes in by one press, sees who is there, and ends the class for everybody.
  await host.goto(`/live?course=${course}`)
  const own = host.getByRole('region', { name: TITLE })
  await openRoom(host, () => own.getByRole('button', { name: 'Join', exact: true }).click())
  await own.getByRole('link', { name: 'Manage this class' }).click()
  await expect(host).toHaveURL(new RegExp(`session=${id}`))
  await host.getByRole('button', { name: 'End for everybody' }).click()
  await host.getByRole('button', { name: 'End session' }).click()
  await expect(main.getByText(/Recording ready about/)).toBeVisible()

  // The recording comes as a file, and the learner watches it in the course player.
  await host.getByRole('button', { name: 'Attach a recording' }).click()
  await host
    .locator('input[type=file][accept*=mp4]')
    .setInputFiles('server/demo/content/media/join-matches-rows.webm')
  await expect(host.getByText('The video is uploaded.')).toBeVisible()
  await host.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await main.getByRole('link', { name: /Watch the recording/ }).click()
  await expect(learner.locator('video')).toBeVisible()
  await staff.close()
})
