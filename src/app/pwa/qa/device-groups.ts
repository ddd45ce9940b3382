import type { TFunction } from 'i18next'
import type { Language } from '#contract/languages.ts'
import { deviceInfo } from '#src/core/activity/device.ts'
import {
  iosPutOffUntil,
  isIos,
  isIosDismissed,
  thisDevice,
  wantsIosPrompt,
} from '#src/core/pwa/ios-prompt.ts'
import { identityOf } from '#src/core/session/identity.ts'
import { storedUser } from '#src/core/session/session.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { rowTools } from './pwa-groups.ts'
import type { Group } from './report.ts'

const infoOfThis = () =>
  deviceInfo({
    userAgent: navigator.userAgent,
    language: navigator.language,
    width: window.screen.width,
    height: window.screen.height,
    colorDepth: window.screen.colorDepth,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    touchPoints: navigator.maxTouchPoints,
  })

const deviceGroup = (t: TFunction, language: Language): Group => {
  const { row, yes } = rowTools(t, language)
  const device = thisDevice()
  const info = infoOfThis()
  return {
    title: t('qa.groups.device'),
    rows: [
      row('isIos', yes(isIos(device))),
      row('standalone', yes(device.standalone)),
      row('browser', info.browser, true),
      row('system', info.os, true),
      row('deviceType', t(`qa.deviceTypes.${info.deviceType}`)),
      row('screen', info.screenSize, true),
      row('touch', formatNumber(device.touchPoints, language)),
      row('language', info.language, true),
      row('timezone', info.timezone, true),
      row('agent', device.userAgent, true),
      row('identity', identityOf(storedUser()?.id ?? null), true),
    ],
  }
}

const dismissalsGroup = (t: TFunction, language: Language, now: number): Group => {
  const { row, yes, moment } = rowTools(t, language)
  const until = iosPutOffUntil(now)
  return {
    title: t('qa.groups.dismissals'),
    rows: [
      row('prompt', yes(wantsIosPrompt(thisDevice(), now))),
      row('temporary', until === null ? t('qa.no') : t('qa.until', { time: moment(until) })),
      row('permanent', yes(isIosDismissed())),
    ],
  }
}

/** What /ios-pwa-test tells (spec 2). */
export const deviceGroups = (t: TFunction, language: Language, now: number): Group[] => [
  dismissalsGroup(t, language, now),
  deviceGroup(t, language),
]
