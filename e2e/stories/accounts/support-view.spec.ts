import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'

/** What the device keeps for the product, by kind; the study time of the administrator's own page goes on. */
const kept = async () => ({
  local: JSON.stringify(Object.entries(localStorage).filter(([key]) => key !== 'total_time_backup')),
  databases: (await indexedDB.databases()).map(({ name }) => name),
  caches: await caches.keys(),
})

test('TE11: an admin sees the app as a learner in a tab that keeps nothing', async ({ page, context }) => {
  await haveSession(page, 'admin')
  await page.goto('/admin/manage-students')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await page.getByRole('link', { name: 'Asha Verma' }).click()
  await page.getByRole('button', { name: 'See the app as this person' }).click()
  await page.getByLabel('Reason').fill('The third lesson does not open')
  // The worker keeps the app's page, the same for everybody, with its first load.
  await expect.poll(() => page.evaluate(() => caches.has('lms-pages'))).toBe(true)
  const before = await page.evaluate(kept)
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const view = await opening
  const bar = view.getByRole('complementary', { name: 'Support view' })
  await expect(bar).toContainText('30 minutes left')
  await expect(view.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(view, 'a support view')
  await view.reload()
  await expect(bar).toBeVisible()
  // The app speaks as the learner, the device stays the administrator's.
  expect(await view.evaluate(() => 'indexedDB' in window || 'caches' in window)).toBe(false)
  expect(await page.evaluate(kept)).toEqual(before)
  expect(await page.evaluate(() => sessionStorage.getItem('user'))).toBeNull()

  await bar.getByRole('button', { name: 'End' }).click()
  await expect(view.getByRole('heading', { name: 'The support view has ended' })).toBeVisible()
  await expectAccessible(view, 'an ended support view')
  expect(await page.evaluate(kept)).toEqual(before)
  await page.reload()
  await expect(page.getByRole('button', { name: 'See the app as this person' })).toBeVisible()
})
