import type { Browser, Page } from '@playwright/test'
import { demo, DEMO_PASSWORD } from '#e2e/product.ts'
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'

/** A class for everyone that has just begun, planned by the admin who is signed in. */
const planClass = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { id: host } = JSON.parse(localStorage.getItem('user') ?? '{}') as { id: number }
    const answer = await fetch('/api/clients/7/admin/live-sessions/', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
      },
      body: JSON.stringify({
        kind: 'class',
        title: 'In the room',
        description: '',
        course_id: null,
        section_id: null,
        starts_local: new Date(Date.now() - 60_000).toISOString().slice(0, 16),
        time_zone: 'UTC',
        second_time: false,
        length_minutes: 60,
        provider: 'link',
        meeting_url: 'https://meet.example.test/room',
        capacity: null,
        audience: 'everyone',
        invitee_ids: [],
        host_ids: [host],
        consent_rule: 'none',
        idempotency_key: crypto.randomUUID(),
        repeat: null,
        past_ok: true,
      }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { id: number }).id
  })

const phoneOf = async (browser: Browser, baseURL: string | undefined) =>
  (
    await browser.newContext({
      ...(baseURL && { baseURL }),
      locale: 'en',
      viewport: { width: 390, height: 844 },
    })
  ).newPage()

/** The code that the screen shows, as it is scanned. */
const shownCode = async (screen: Page) =>
  (await screen.locator('[data-code]').innerText()).replaceAll(/\s/g, '')

test('checks a learner in who scans the code before signing in, beside the screen that shows it', async ({
  page: screen,
  browser,
  baseURL,
}) => {
  await haveSession(screen, 'admin')
  const session = await planClass(screen)
  await screen.goto(`/admin/attendance/check-in?session=${session}`)
  await screen.getByRole('button', { name: 'Show the code' }).click()
  await expect(screen.getByRole('heading', { name: 'Nobody is in yet' })).toBeVisible()

  const phone = await phoneOf(browser, baseURL)
  // The app is loaded before the scan: on a slow machine the first load takes longer than a code lives.
  await phone.goto('/login')
  await expect(phone.locator('input[autocomplete="username"]')).toBeVisible()
  await phone.goto(`/attendance/check-in?session=${session}&code=${await shownCode(screen)}`)
  await phone.locator('input[autocomplete="username"]').fill(demo.student)
  await phone.locator('input[autocomplete="current-password"]').fill(DEMO_PASSWORD)
  await phone.locator('form button[type="submit"]').first().click()
  const isIn = phone.getByRole('heading', { name: 'You are in' })
  // However long the sign-in took: the scan counts.
  await expect(isIn).toBeVisible()
  // The code is gone from the address: a reload sends nothing again.
  expect(new URL(phone.url()).searchParams.has('code')).toBe(false)
  await expectAccessible(phone, 'checked in')

  // The screen hears of it from the stream, long before its next code.
  await expect(screen.getByRole('heading', { name: '1 is in' })).toBeVisible()
  await expect(screen.getByRole('region').getByText('Asha Verma')).toBeVisible()
  await expectAccessible(screen, 'check-in screen')

  // The same learner again, with whatever code.
  await phone.goto(`/attendance/check-in?session=${session}&code=12345678`)
  await expect(isIn).toBeVisible()
  await phone.context().close()
})
