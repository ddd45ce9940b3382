/** Second steps and passkeys, with an authenticator app in the story and Chromium's virtual authenticator. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, expectAccessible, test } from '../../fixtures.ts'
import { SignInForm } from '../../pages/sign-in.page.ts'
import { demo, DEMO_CLIENT, DEMO_PASSWORD, PRODUCT_PORT, PRODUCT_URL } from '../../product.ts'

/** Passkeys need a host name. */
test.use({ baseURL: `http://localhost:${PRODUCT_PORT}` })

const STEP_MS = 30_000
const codeOf = (key: string, atMs = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: atMs })

/** Each code works once: the next one, of a phone whose clock is ahead, which the server accepts (RFC 6238, 5.2). */
const nextCode = (key: string) => codeOf(key, Date.now() + STEP_MS)

/** Each story has a person of its own, so that none waits for another's second step. */
const enter = async (page: Page, who: keyof typeof demo) => {
  const form = new SignInForm(page)
  await form.open()
  await form.signIn(demo[who], DEMO_PASSWORD)
}
const onProfile = async (page: Page) => {
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto('/user-profile#security')
  return page.getByRole('region', { name: 'Two-step sign-in' })
}
const freshPage = async (browser: Browser, baseURL: string | undefined): Promise<[Page, BrowserContext]> => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  return [await context.newPage(), context]
}

test('protects an account with an app, signs in with its code, and turns it off again', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  await enter(page, 'student')
  const card = await onProfile(page)
  await card.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page, 'setting up an authenticator app')
  const key = await dialog.locator('code').innerText()
  const first = codeOf(key)
  await dialog.getByLabel('6-digit code').fill(first)
  const list = dialog.getByRole('list', { name: 'Your recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await list.getByRole('listitem').allInnerTexts()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await dialog.getByRole('button', { name: 'I saved the codes' }).click()
  await expect(card.getByText('10 codes left')).toBeVisible()

  const [other, otherContext] = await freshPage(browser, baseURL)
  await enter(other, 'student')
  await expect(other.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await expectAccessible(other, 'second step')
  await other.getByLabel('6-digit code').fill(first)
  await expect(other.getByText(/^This code is wrong/)).toBeVisible()
  await other.getByLabel('6-digit code').fill(nextCode(key))
  await other.waitForURL((url) => url.pathname !== '/login')
  await otherContext.close()

  // The phone is lost.
  const [lost, lostContext] = await freshPage(browser, baseURL)
  await enter(lost, 'student')
  await lost.getByRole('button', { name: 'Use a recovery code' }).click()
  await lost.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
  await lost.getByRole('button', { name: 'Sign in', exact: true }).click()
  const lostCard = await onProfile(lost)
  await expect(lostCard.getByText('9 codes left')).toBeVisible()
  await lostCard.getByRole('button', { name: 'Remove', exact: true }).click()
  await lost.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(lostCard.getByText(/^Not set up/)).toBeVisible()
  await lostContext.close()
})

test('asks for the password before a dangerous change, and repeats it without losing anything', async ({
  page,
}) => {
  await enter(page, 'instructor')
  await page.waitForURL((url) => url.pathname !== '/login')
  // Five minutes later: the server no longer takes the sign-in as a proof.
  const refusal = { detail: 'x', message: 'x', code: 'step_up_required', request_id: 'x' }
  await page.route('**/user/two-step/totp/', (route) => route.fulfill({ status: 403, json: refusal }), {
    times: 1,
  })
  const card = await onProfile(page)
  await card.getByRole('button', { name: 'Set up' }).click()
  const sheet = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(sheet.getByLabel('Your password')).toBeFocused()
  await expectAccessible(page, 'proof of identity')
  await sheet.getByLabel('Your password').fill('not the password')
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await expect(sheet.getByText('This is not your password.')).toBeVisible()
  await sheet.getByLabel('Your password').fill(DEMO_PASSWORD)
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
})

/** A device with a fingerprint reader whose owner always agrees. */
const addDevice = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { lose: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) }
}

const signOut = async (page: Page) => {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
}

test('adds a passkey, signs in with it alone, replays nothing, and survives its loss', async ({
  page,
  watch,
}) => {
  test.setTimeout(120_000)
  watch.allow(/409|422/)
  const device = await addDevice(page)
  await enter(page, 'admin')
  const card = await onProfile(page)
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Story laptop')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  const list = dialog.getByRole('list', { name: 'Your recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await list.getByRole('listitem').allInnerTexts()
  await dialog.getByRole('button', { name: 'I saved the codes' }).click()
  await expect(card.getByText('Story laptop')).toBeVisible()

  await signOut(page)
  const answers: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/login/passkey/')) answers.push(request.postData() ?? '')
  })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  const replay = await page.request.post('/accounts/clients/7/user/login/passkey/', {
    data: JSON.parse(answers[0] ?? '{}'),
  })
  expect(replay.status()).toBe(422)

  // As the second step after the password.
  await signOut(page)
  await enter(page, 'admin')
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')

  // The device is lost.
  await signOut(page)
  await device.lose()
  await enter(page, 'admin')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const again = await onProfile(page)
  await again.getByRole('button', { name: 'Remove Story laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(again.getByText('Story laptop')).toHaveCount(0)
  await signOut(page)
  await enter(page, 'admin')
  await page.waitForURL((url) => url.pathname !== '/login')
})

const accounts = async <T>(method: 'POST' | 'PUT', path: string, body: object, token?: string) => {
  const response = await fetch(`${PRODUCT_URL}/accounts/clients/${DEMO_CLIENT}/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}
/** Signs the superadmin in first: with the rule on, their next sign-in asks for a second step as well. */
const secondStepRule = async () => {
  const who = { email: demo.superadmin, password: DEMO_PASSWORD }
  const { access_token: token } = await accounts<{ access_token: string }>('POST', 'user/login/', who)
  return (isOn: boolean) => accounts('PUT', 'admin/sign-in-rules/', { staff_second_step: isOn }, token)
}
const isSignedIn = (page: Page) => page.waitForURL((url) => url.pathname !== '/login')

test('sets a required second step up with a passkey, and signs in with it the next time', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await addDevice(page)
  const requireSecondStep = await secondStepRule()
  await requireSecondStep(true)
  try {
    await enter(page, 'instructor')
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Story tablet')
    await expectAccessible(page, 'a passkey as the required second step')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(
      10,
    )
    // Only now: without the codes somebody who loses the device would be locked out.
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.getByRole('button', { name: 'I saved the codes, continue' }).click()
    await isSignedIn(page)

    await signOut(page)
    await enter(page, 'instructor')
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await isSignedIn(page)
  } finally {
    await requireSecondStep(false)
  }
  const card = await onProfile(page)
  await card.getByRole('button', { name: 'Remove Story tablet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card.getByText('Story tablet')).toHaveCount(0)
})
