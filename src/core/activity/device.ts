import type { DeviceInfo } from './payload.ts'

export interface DeviceFacts {
  userAgent: string
  language: string
  width: number
  height: number
  colorDepth: number
  timeZone: string
  /** iPads say they are Macs; touch points tell. */
  touchPoints: number
}

const first = (table: readonly (readonly [RegExp, string])[], text: string, otherwise: string): string =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? otherwise

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** Spec 3. */
export const deviceInfo = (facts: DeviceFacts): DeviceInfo => {
  const ua = facts.userAgent
  const iPad = /iPad/.test(ua) || (/Macintosh/.test(ua) && facts.touchPoints > 1)
  const tablet = iPad || /Tablet/i.test(ua) || (/Android/.test(ua) && !/Mobile/.test(ua))
  const mobile = !tablet && /Mobi|iPhone|iPod|Android|BlackBerry|IEMobile|Opera Mini/i.test(ua)
  return {
    browser: first(BROWSERS, ua, 'Unknown'),
    os: iPad ? 'iOS' : first(SYSTEMS, ua, 'Unknown'),
    deviceType: tablet ? 'tablet' : mobile ? 'mobile' : 'desktop',
    screenSize: `${facts.width}x${facts.height}`,
    colorDepth: facts.colorDepth,
    timezone: facts.timeZone,
    language: facts.language,
  }
}
