import { describe, expect, it } from 'vitest'
import { clockOf, minuteOf } from '#src/features/notifications/model/minutes.ts'
import { pushSupport, type PushFacts } from '#src/features/notifications/model/push-support.ts'

const capable: PushFacts = {
  worker: true,
  pushManager: true,
  permission: 'default',
  ios: false,
  standalone: false,
}

describe('pushSupport', () => {
  it.each([
    ['full support', {}, 'ready'],
    ['granted permission', { permission: 'granted' }, 'ready'],
    ['denied permission', { permission: 'denied' }, 'denied'],
    ['no worker', { worker: false }, 'unsupported'],
    ['no push', { pushManager: false }, 'unsupported'],
    ['no notifications', { permission: null }, 'unsupported'],
    ['an iPhone’s browser', { ios: true, pushManager: false, permission: null }, 'install_first'],
    ['an installed app on an iPhone', { ios: true, standalone: true }, 'ready'],
    ['an old iPhone, installed', { ios: true, standalone: true, pushManager: false }, 'unsupported'],
  ] as const)('reports %s', (_what, overrides, expected) => {
    expect(pushSupport({ ...capable, ...overrides })).toBe(expected)
  })
})

describe('minutes', () => {
  it('round-trips every minute of a day and rejects invalid times', () => {
    for (let minute = 0; minute < 1440; minute += 1) expect(minuteOf(clockOf(minute))).toBe(minute)
    expect(['', '24:00', '7:5', '12:60', 'noon'].map(minuteOf)).toEqual([null, null, null, null, null])
  })
})
