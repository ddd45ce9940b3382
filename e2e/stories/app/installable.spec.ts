import { expect, test } from '../../fixtures.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

test('shows the registered and configured worker on the diagnostics page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/pwa-test')
  await expect(page.getByRole('heading', { level: 1, name: 'App diagnostics' })).toBeVisible()
  const fact = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
  await expect(fact('Service worker support')).toHaveText('Yes')
  await expect(fact('Connection')).toHaveText('Online')
  await expect(page.locator('dt', { hasText: /^State$/ }).locator('+ dd')).toHaveText('Active')
  await expect(fact('Configuration sent')).toContainText('(7)')
  await expect(fact('Version of the cached app')).toHaveText(/^lms-shell-/)
  await expect(fact('Update available')).toHaveText('No')
  await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeDisabled()

  await page.getByRole('button', { name: 'Check for a new version' }).click()
  await expect(fact('Last check for a new version')).not.toHaveText('Never')
  await expect(fact('Last check for a new version')).not.toContainText('failed')

  await expect(fact('Caches cleared')).toHaveText('Never')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'Clear caches' }).click()
  await expect(fact('Caches cleared')).not.toHaveText('Never')
  await expect(fact('Page of this client cached for offline use')).toHaveText('No')

  await page.getByRole('button', { name: 'Copy report' }).click()
  await expect(page.getByText('Report copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/Service worker support: Yes/)

  await context.setOffline(true)
  await expect(fact('Connection')).toHaveText('Offline')
  await context.setOffline(false)
  await expect(fact('Connection')).toHaveText('Online')
})

test.describe('on an iPhone (F6)', () => {
  test.use({ userAgent: IPHONE, viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })

  test('hides the install steps for as long as each dismissal says', async ({ page, watch }) => {
    watch.allow(/Service Worker registration blocked/)
    const steps = page.getByRole('region', { name: /^Install / })
    await page.goto('/login')
    await expect(steps.getByRole('listitem').first()).toContainText('Tap Share')
    await steps.getByRole('button', { name: 'Got it!' }).click()
    await expect(steps).toHaveCount(0)

    await page.goto('/ios-pwa-test')
    const permanent = page.locator('dt', { hasText: /^Permanent dismissal/ }).locator('+ dd')
    const temporary = page.locator('dt', { hasText: /^Temporary dismissal/ }).locator('+ dd')
    await expect(temporary).toHaveText(/^Until /)
    await expect(page.getByText(/hides the steps for 24 hours/)).toBeVisible()
    await page.getByRole('button', { name: 'Forget both dismissals' }).click()
    await expect(temporary).toHaveText('No')
    await page.reload()
    await steps.getByRole('button', { name: "Don't show again" }).click()
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expect(permanent).toHaveText('Yes')

    // iOS clears storage after seven days (flag and session): the steps return, and sign-in works.
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await expect(steps).toBeVisible()
    await expect(page.locator('input[autocomplete="username"]')).toBeEditable()
  })
})
