/** What each member of staff does with people, each in another language. */
import arDashboard from '#src/features/dashboard/locales/ar.json' with { type: 'json' }
import hiSecurity from '#src/features/security/locales/hi.json' with { type: 'json' }
import arStudents from '#src/features/students/locales/ar.json' with { type: 'json' }
import hiStudents from '#src/features/students/locales/hi.json' with { type: 'json' }
import { expect, expectAccessible, haveSession, signIn, test } from '#e2e/fixtures.ts'
import { demo } from '#e2e/product.ts'

test('an admin invites by a link, and a learner joins the course with it', async ({ page, browser }) => {
  await haveSession(page, 'admin')
  await page.goto('/admin/manage-students')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('By link', { exact: true }).click()
  await dialog.getByRole('combobox', { name: /Course/ }).click()
  const option = page.getByRole('option').nth(1)
  const title = await option.innerText()
  await option.click()
  await dialog.getByLabel('At most so many people').fill('1')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue()
  expect(new URL(link).pathname).toMatch(/^\/join\/[\w-]{22}$/)
  await expectAccessible(page, 'links to join')

  // The link survives signing in.
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(link)
  await visitor.waitForURL(/\/login/)
  await visitor.locator('input[autocomplete="username"]').fill(demo.student)
  await visitor.locator('input[autocomplete="current-password"]').fill('learn-by-doing-7')
  await visitor.locator('form button[type="submit"]').first().click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'You’re invited' })).toBeVisible()
  await expectAccessible(visitor, 'an invitation')
  await visitor.getByRole('button', { name: 'Join' }).click()
  await visitor.getByRole('link', { name: 'Go to the course' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await visitor.context().close()

  await page.reload()
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await dialog.getByText('By link', { exact: true }).click()
  await expect(dialog.getByText('1 of 1 places taken').first()).toBeVisible()
})

test('an instructor writes to a learner at risk, in Arabic on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSession(page, 'instructor')
  await page.goto('/admin/dashboard?risk=any&lng=ar')
  const write = page.getByRole('button', { name: new RegExp(`^${arStudents.write.to.slice(0, 12)}`) })
  const name = ((await write.first().getAttribute('aria-label')) ?? '')
    .replace(arStudents.write.to.replace('{{name}}', ''), '')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .trim()
  await write.first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(arStudents.message.subject)).toHaveValue(arDashboard.risk.mail.subject)
  await expect(dialog.getByLabel(arStudents.message.text)).not.toHaveValue('')
  await expectAccessible(page, 'a mail to a learner')
  await dialog.getByRole('button', { name: arStudents.message.submit }).click()
  await expect(dialog).toBeHidden()

  const outbox = await page.request.get('/dev/outbox/', { headers: { accept: 'application/json' } })
  const [mail] = (await outbox.json()) as { subject: string; text: string }[]
  expect(mail?.subject).toBe(arDashboard.risk.mail.subject)
  expect(mail?.text).toContain(name)

  await page.getByRole('link', { name, exact: true }).first().click()
  const messages = page.getByRole('region', { name: arStudents.messages.title })
  await expect(messages.getByText(arDashboard.risk.mail.subject).first()).toBeVisible()
  await expectAccessible(page, 'a person for an instructor')
})

test('a superadmin writes to a person in Hindi, finds it in the security events and verifies them', async ({
  page,
}) => {
  await signIn(page, 'superadmin')
  await page.goto('/admin/manage-students?student=3&lng=hi')
  const card = page.getByRole('region', { name: hiStudents.messages.title })
  await card.getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(hiStudents.message.subject).fill('नमस्ते')
  await dialog.getByLabel(hiStudents.message.text).fill('सब कैसा चल रहा है?')
  await dialog.getByRole('button', { name: hiStudents.message.submit }).click()
  await expect(card.getByText('नमस्ते').first()).toBeVisible()
  await expectAccessible(page, 'a person in Hindi')

  await page.goto('/admin/security?kind=students&about=3')
  await expect(page.getByRole('table').getByText(hiSecurity.action.students.write).first()).toBeVisible()
  await page.getByRole('button', { name: hiSecurity.verify.button }).click()
  const [, sound = ''] = hiSecurity.verify.sound_other.split('{{count}}')
  await expect(page.getByText(sound.trim())).toBeVisible()
  await expectAccessible(page, 'events in Hindi')
})
