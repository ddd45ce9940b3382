import type { Browser, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'

/** A workshop with one seat, opened by the instructor. */
const openWorkshop = (page: Page) =>
  page.evaluate(async () => {
    const call = async (path: string, body: object) => {
      const answer = await fetch(`/api/clients/7/admin/workshops/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
        },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      return (await answer.json()) as { workshop: { id: number; code: string } }
    }
    const { workshop } = await call('', {
      title: 'One chair',
      description: '',
      cover: null,
      course_id: null,
      starts_local: '2099-01-15T10:00',
      time_zone: 'Asia/Kolkata',
      minutes: 60,
      place: 'Hall 2',
      link: '',
      capacity: 1,
      fields: [],
      double_opt_in: false,
      idempotency_key: crypto.randomUUID(),
    })
    await call(`${workshop.id}/state/`, { state: 'open' })
    return workshop
  })

const register = async (page: Page, code: string, email: string, button: string) => {
  await page.goto(`/w/${code}`)
  await page.getByLabel('Full name').fill('Ann Lee')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: button }).click()
}

/** The path of the registration in the newest mail to an address. */
const linkTo = async (page: Page, email: string): Promise<string> => {
  let path = ''
  await expect
    .poll(async () => {
      const response = await page.request.get(`/dev/outbox/?to=${encodeURIComponent(email)}`, {
        headers: { accept: 'application/json' },
      })
      const mails = (await response.json()) as { text: string; created_at: string }[]
      const [newest] = mails.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
      path = /https?:\/\/[^/]+(\/w\/\S+)/.exec(newest?.text ?? '')?.[1] ?? ''
      return path
    })
    .toMatch(/#r=/)
  return path
}

const visitor = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en' })).newPage()

test('moves the last seat of a workshop from one visitor to the next', async ({ page, browser, baseURL }) => {
  await signIn(page, 'instructor')
  const { id, code } = await openWorkshop(page)
  const [ann, bob] = [`ann-${randomUUID()}@example.test`, `bob-${randomUUID()}@example.test`]
  const guest = await visitor(browser, baseURL)

  await register(guest, code, ann, 'Register')
  await expect(guest.getByRole('heading', { name: 'You’re in' })).toBeFocused()
  await register(guest, code, bob, 'Join the waiting list')
  await expect(guest.getByRole('heading', { name: 'You’re on the waiting list' })).toBeVisible()

  await guest.goto(await linkTo(guest, ann))
  await guest.getByRole('button', { name: 'Cancel my registration' }).click()
  await guest.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(guest.getByRole('heading', { name: 'You’re not registered' })).toBeVisible()

  await guest.goto('about:blank')
  await guest.goto(await linkTo(guest, bob))
  await guest.getByRole('button', { name: 'Take the seat' }).click()
  await expect(guest.getByRole('heading', { name: 'You have a seat' })).toBeVisible()
  await expectAccessible(guest, 'own registration')

  // The number on the card opens the people behind it.
  await page.goto('/admin/workshop-registrations')
  await page.getByRole('searchbox').fill('One chair')
  const card = page.getByRole('listitem').filter({ hasText: code })
  await card.getByRole('link', { name: /1\s*Confirmed/ }).click()
  await expect(page).toHaveURL(new RegExp(`workshop=${id}&status=confirmed`))
  await expect(page.getByRole('table')).toContainText(bob)
})
