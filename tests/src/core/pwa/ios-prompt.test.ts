import { beforeEach, describe, expect, it } from 'vitest'
import {
  dismissIosPrompt,
  forgetIosDismissals,
  isIos,
  putOffIosPrompt,
  wantsIosPrompt,
  type Device,
} from '#src/core/pwa/ios-prompt.ts'
import { clearBrowserStorage } from '#src/core/sign-out/end-session.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

const device = (userAgent: string, touchPoints = 5, standalone = false): Device => ({
  userAgent,
  touchPoints,
  standalone,
})
const HOUR = 3_600_000
const NOW = 1_800_000_000_000

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the steps on iOS (spec 4, F6)', () => {
  it.each([
    ['an iPhone', device(IPHONE), true],
    ['an iPad that says it is a Mac', device(MAC), true],
    ['a Mac', device(MAC, 0), false],
    ['Android', device(ANDROID), false],
  ])('detects for %s: iOS %s', (_name, given, ios) => {
    expect(isIos(given)).toBe(ios)
    expect(wantsIosPrompt(given, NOW)).toBe(ios)
  })

  it('offers nothing in the window of the home screen', () => {
    expect(wantsIosPrompt(device(IPHONE, 5, true), NOW)).toBe(false)
  })

  it('stays away after "Got it!" for the page session, a day at most', () => {
    putOffIosPrompt(NOW)
    expect(wantsIosPrompt(device(IPHONE), NOW + 24 * HOUR - 1)).toBe(false)
    expect(wantsIosPrompt(device(IPHONE), NOW + 24 * HOUR)).toBe(true)
    expect(wantsIosPrompt(device(IPHONE), NOW + HOUR)).toBe(false)
    sessionStorage.clear()
    expect(wantsIosPrompt(device(IPHONE), NOW + HOUR)).toBe(true)
  })

  it('keeps "Don\'t show again" over a sign-out until the QA page resets it', () => {
    dismissIosPrompt()
    clearBrowserStorage()
    expect(wantsIosPrompt(device(IPHONE), NOW + 10_000 * HOUR)).toBe(false)
    forgetIosDismissals()
    expect(wantsIosPrompt(device(IPHONE), NOW)).toBe(true)
  })

  it('shows the steps again after the system emptied the storage', () => {
    dismissIosPrompt()
    localStorage.clear()
    expect(wantsIosPrompt(device(IPHONE), NOW)).toBe(true)
  })
})
