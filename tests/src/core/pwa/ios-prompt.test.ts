import { beforeEach, describe, expect, it } from 'vitest'
import {
  dismissIosPrompt,
  forgetIosDismissals,
  isIos,
  putOffIosPrompt,
  wantsIosPrompt,
  type Device,
} from '#src/core/pwa/ios-prompt.ts'
import { wipeStorage } from '#src/core/session/wipe.ts'

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
  ])('given %s, when it is looked at, then iOS is %s', (_name, given, ios) => {
    expect(isIos(given)).toBe(ios)
    expect(wantsIosPrompt(given, NOW)).toBe(ios)
  })

  it('given the home screen’s own window, when it starts, then there is nothing to install', () => {
    expect(wantsIosPrompt(device(IPHONE, 5, true), NOW)).toBe(false)
  })

  it('given "Got it!", when the page session goes on, then it stays away, for a day at most; a new session asks again', () => {
    putOffIosPrompt(NOW)
    expect(wantsIosPrompt(device(IPHONE), NOW + 24 * HOUR - 1)).toBe(false)
    expect(wantsIosPrompt(device(IPHONE), NOW + 24 * HOUR)).toBe(true)
    expect(wantsIosPrompt(device(IPHONE), NOW + HOUR)).toBe(false)
    sessionStorage.clear()
    expect(wantsIosPrompt(device(IPHONE), NOW + HOUR)).toBe(true)
  })

  it('given "Don\'t show again", when somebody signs out, then it stays for good; only the tester takes it back', () => {
    dismissIosPrompt()
    wipeStorage()
    expect(wantsIosPrompt(device(IPHONE), NOW + 10_000 * HOUR)).toBe(false)
    forgetIosDismissals()
    expect(wantsIosPrompt(device(IPHONE), NOW)).toBe(true)
  })

  it('given a system that emptied the storage between visits, when it starts, then the steps are shown again', () => {
    dismissIosPrompt()
    localStorage.clear()
    expect(wantsIosPrompt(device(IPHONE), NOW)).toBe(true)
  })
})
