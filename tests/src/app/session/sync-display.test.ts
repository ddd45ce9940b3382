import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncDevice } from '#contract/profile/device.ts'
import type { DisplayChoice } from '#contract/profile/display.ts'
import { startDisplaySync } from '#src/app/session/sync-display.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { keys } from '#src/core/storage/keys.ts'
import { applyDisplay } from '#src/core/theme/apply-display.ts'
import { readDisplay, storeDisplay } from '#src/core/theme/display.ts'
import { setAppearance, storedAppearance } from '#src/core/theme/mode.ts'
import { aClient, aPage, aSignedIn } from '#tests/support/server/client.ts'
import { fakeCall, noAnswer } from '#tests/support/web/msw.ts'

const large: DisplayChoice = { appearance: 'dark', text_size: 'large', motion: 'reduced', captions: 'always' }
let stop = () => undefined as void

beforeEach(async () => {
  aPage(aClient())
  await signIn(aSignedIn())
  applyDisplay()
})
afterEach(() => stop())

describe('the choice of display', () => {
  it('comes from the account, and is applied at once', async () => {
    const call = fakeCall(syncDevice, { choice: large })
    stop = startDisplaySync()
    await vi.waitFor(() => expect(document.documentElement.dataset['text']).toBe('large'))
    expect(document.documentElement.dataset['motion']).toBe('reduced')
    expect(storedAppearance()).toBe('dark')
    expect(readDisplay().captions).toBe('always')
    // What came from the account is no choice of this device.
    expect(call.requests).toHaveLength(1)
    expect(call.requests[0]?.body.choice).toBeUndefined()
    expect(localStorage.getItem(keys.displayUnsaved)).toBeNull()
  })

  it('goes to the account when it is made here', async () => {
    const call = fakeCall(syncDevice, ({ body }) => ({ choice: body.choice ?? null }))
    stop = startDisplaySync()
    const sent = () => call.requests.map(({ body }) => body.choice)
    storeDisplay({ ...readDisplay(), text_size: 'largest' })
    await vi.waitFor(() => expect(sent()).toContainEqual(expect.objectContaining({ text_size: 'largest' })))
    setAppearance('dark')
    await vi.waitFor(() => expect(sent()).toContainEqual(expect.objectContaining({ appearance: 'dark' })))
    await vi.waitFor(() => expect(localStorage.getItem(keys.displayUnsaved)).toBeNull())
  })

  it('waits on the device without a connection, and wins over the account’s at the next start', async () => {
    fakeCall(syncDevice, noAnswer)
    stop = startDisplaySync()
    storeDisplay({ ...readDisplay(), motion: 'reduced' })
    stop()
    expect(localStorage.getItem(keys.displayUnsaved)).toBe('1')
    const call = fakeCall(syncDevice, ({ body }) => ({ choice: body.choice ?? large }))
    stop = startDisplaySync()
    await vi.waitFor(() => expect(call.requests[0]?.body.choice?.motion).toBe('reduced'))
    await vi.waitFor(() => expect(localStorage.getItem(keys.displayUnsaved)).toBeNull())
  })

  it('keeps the device’s own look until the person chose', async () => {
    setAppearance('dark')
    const call = fakeCall(syncDevice, { choice: null })
    stop = startDisplaySync()
    await vi.waitFor(() => expect(call.requests).toHaveLength(1))
    expect(storedAppearance()).toBe('dark')
  })
})
