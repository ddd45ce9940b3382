import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'

test('a campaign is written, previewed, sent once to each address, and ended by one click', async ({
  page,
  request,
  watch,
}) => {
  test.setTimeout(60_000)
  // The story looks into the preview, in which nothing may run.
  watch.allow(/Blocked script execution in '[^']+\/mail-preview\//)
  const to = `reader-${randomUUID().slice(0, 8)}@people.test`
  await haveSession(page, 'admin')
  await page.goto('/admin/email-send')
  await page.getByRole('button', { name: 'New campaign' }).click()
  await page.getByLabel('Subject', { exact: true }).fill('News for {{first_name|you}}')
  await page.getByRole('group', { name: 'Add a block' }).getByRole('button', { name: 'Text' }).click()
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello {{name|friend}}, **welcome**.')
  await expect(page.getByText('All changes are saved')).toBeVisible()
  await expect(page.frameLocator('iframe[title=Preview]').locator('strong')).toHaveText('welcome')
  await expectAccessible(page, 'editor of a campaign')

  await page.getByRole('tab', { name: 'Who gets it' }).click()
  await page.getByText('A list of addresses', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Addresses' }).fill(`${to}\n${to}\nno address`)
  await expect(page.getByRole('button', { name: '1 twice in the list' })).toBeVisible()
  await expect(page.getByRole('button', { name: '1 not an address' })).toBeVisible()
  await page.getByRole('tab', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByText(/^Sent on/)).toBeVisible({ timeout: 20_000 })

  const mails = (await (await request.get(`/dev/outbox/?to=${to}`)).json()) as { text: string }[]
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Hello friend, welcome.')
  const link = /https?:\S+\/unsubscribe\/\S+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
  const stopped = await request.post(new URL(link).pathname, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(stopped.status()).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: '1 unsubscribed' }).click()
  await expect(page.getByText(to)).toBeVisible()
})

test('a click and a bounce stand at the person, whose address is left out until it is allowed again', async ({
  page,
  request,
}) => {
  test.setTimeout(90_000)
  const to = `bouncer-${randomUUID().slice(0, 8)}@people.test`
  await haveSession(page, 'admin')
  await page.goto('/admin/email-send')
  await page.getByRole('button', { name: 'New campaign' }).click()
  await page.getByLabel('Subject', { exact: true }).fill('A link for you')
  await page.getByRole('group', { name: 'Add a block' }).getByRole('button', { name: 'Text' }).click()
  await page.getByRole('textbox', { name: 'Text' }).fill('[Look](https://learn.example.org/)')
  await page.getByRole('tab', { name: 'Who gets it' }).click()
  await page.getByText('A list of addresses', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Addresses' }).fill(to)
  await page.getByRole('tab', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 person' }).click()
  await expect(page.getByText(/^Sent on/)).toBeVisible({ timeout: 20_000 })
  const result = page.url()

  const mails = (await (await request.get(`/dev/outbox/?to=${to}`)).json()) as { html: string }[]
  const html = mails[0]?.html.replaceAll('&#38;', '&') ?? ''
  const { pathname, search } = new URL(/href="([^"]+\/mail\/click\/[^"]+)"/.exec(html)?.[1] ?? '')
  const clicked = await request.get(pathname + search, { maxRedirects: 0 })
  expect([clicked.status(), clicked.headers()['location']]).toEqual([302, 'https://learn.example.org/'])

  await page.goto('/admin/email-send?part=feedback')
  const address = new URL(await page.getByLabel('Address for reports').inputValue())
  await expectAccessible(page, 'counting and bounces')
  const report = { RecordType: 'Bounce', Type: 'HardBounce', Email: to, Details: 'no such mailbox' }
  expect((await request.post(address.pathname + address.search, { data: report })).status()).toBe(204)

  await page.goto(result)
  await page.getByRole('button', { name: '1 clicked' }).click()
  await expect(page.getByText(/^came back ·/)).toBeVisible()
  await page.goto('/admin/email-send?part=addresses')
  await page.getByRole('button', { name: `Mail again: ${to}` }).click()
  await expect(page.getByText(to)).toHaveCount(0)
})

test('an automatic mail is set up, switched on and off', async ({ page }) => {
  test.setTimeout(60_000)
  await haveSession(page, 'admin')
  await page.goto('/admin/email-send')
  await page.getByRole('tab', { name: 'Automatic mails' }).click()
  await expectAccessible(page, 'automatic mails')
  await page.getByRole('button', { name: 'Set up: Course finished' }).click()
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('You finished {{course|your course}}')
  await page.getByRole('tab', { name: 'Switch on' }).click()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText(/^On since/)).toBeVisible()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText(/^Off since/)).toBeVisible()
  await page.getByRole('link', { name: 'All automatic mails' }).click()
  await expect(page.getByRole('link', { name: 'Course finished' }).first()).toBeVisible()
})
