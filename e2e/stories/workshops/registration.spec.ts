import type { Browser, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'

/** A workshop with one seat. */
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

const visitor = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en' })).newPage()

test('gives the last seat to one visitor, and the waiting list to the next', async ({
  page,
  browser,
  baseURL,
}) => {
  await haveSession(page, 'admin')
  const { id, code } = await openWorkshop(page)
  const [ann, bob] = [`ann-${randomUUID()}@example.test`, `bob-${randomUUID()}@example.test`]
  const guest = await visitor(browser, baseURL)

  await register(guest, code, ann, 'Register')
  await expect(guest.getByRole('heading', { name: 'You’re in' })).toBeFocused()
  await register(guest, code, bob, 'Join the waiting list')
  await expect(guest.getByRole('heading', { name: 'You’re on the waiting list' })).toBeVisible()

  await expectAccessible(guest, 'waiting list')

  // The number on the card opens the people behind it.
  await page.goto('/admin/workshop-registrations')
  await page.getByRole('searchbox').fill('One chair')
  const card = page.getByRole('listitem').filter({ hasText: code })
  await card.getByRole('link', { name: /1\s*Confirmed/ }).click()
  await expect(page).toHaveURL(new RegExp(`workshop=${id}&status=confirmed`))
  await expect(page.getByRole('table')).toContainText(ann)
})
