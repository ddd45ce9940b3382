/** Whatever path is stored, the person ends on this origin and never on a sign-in page (C9). */
import { expect, signIn, test } from '../fixtures.ts'

const EVIL = [
  '//evil.invalid',
  '/\\evil.invalid',
  '/%5cevil.invalid',
  'https://evil.invalid/courses',
  'javascript:document.title="evil"',
  '/%2f%2fevil.invalid',
  '/\t/evil.invalid',
  '/login',
  '/courses/../login',
  '/.//evil.invalid',
  '/@evil.invalid',
  '/／evil.invalid',
]
const COMBINED = EVIL.flatMap((path) => EVIL.map((tail) => path + tail))
const tried = process.env['FULL'] === '1' ? [...EVIL, ...COMBINED.slice(0, 188)] : EVIL

test.setTimeout(600_000)

test('C9: opens the home instead of a crafted return path', async ({ page, baseURL }) => {
  await signIn(page)
  await page.locator('#main h1').first().waitFor()
  for (const path of tried) {
    await page.evaluate(
      (stored) => sessionStorage.setItem('return_path', JSON.stringify({ path: stored, userId: null })),
      path,
    )
    await page.goto('/login', { waitUntil: 'commit' })
    await page.waitForURL((url) => url.pathname !== '/login', { waitUntil: 'commit' })
    expect(new URL(page.url()).origin, path).toBe(new URL(baseURL ?? '').origin)
    expect(new URL(page.url()).pathname, path).toBe('/')
  }
})

test('C9 control: opens a valid return path', async ({ page }) => {
  await signIn(page)
  await page.locator('#main h1').first().waitFor()
  await page.evaluate(() =>
    sessionStorage.setItem('return_path', JSON.stringify({ path: '/courses?search=x', userId: null })),
  )
  await page.goto('/login')
  await page.waitForURL((url) => url.pathname === '/courses' && url.search === '?search=x')
})
