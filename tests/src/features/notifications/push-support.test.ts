import { describe, expect, it } from 'vitest'
import { clockOf, minuteOf } from '#src/features/notifications/model/minutes.ts'
import { pushSupport, type PushFacts } from '#src/features/notifications/model/push-support.ts'

const able: PushFacts = {
  worker: true,
  pushManager: true,
  permission: 'default',
  ios: false,
  standalone: false,
}

describe('what a browser can do about pushes', () => {
  it.each([
    ['everything there', {}, 'ready'],
    ['allowed before', { permission: 'granted' }, 'ready'],
    ['refused', { permission: 'denied' }, 'denied'],
    ['no worker', { worker: false }, 'unsupported'],
    ['no push', { pushManager: false }, 'unsupported'],
    ['no notifications', { permission: null }, 'unsupported'],
    ['an iPhone’s browser', { ios: true, pushManager: false, permission: null }, 'install_first'],
    ['an installed app on an iPhone', { ios: true, standalone: true }, 'ready'],
    ['an old iPhone, installed', { ios: true, standalone: true, pushManager: false }, 'unsupported'],
  ] as const)('given %s, when asked, then it says so', (_what, given, expected) => {
    expect(pushSupport({ ...able, ...given })).toBe(expected)
  })
})

describe('times of day', () => {
  it('given every minute of a day, when written and read, then it is the same; nonsense is none', () => {
    for (let minute = 0; minute < 1440; minute += 1) expect(minuteOf(clockOf(minute))).toBe(minute)
    expect(['', '24:00', '7:5', '12:60', 'noon'].map(minuteOf)).toEqual([null, null, null, null, null])
  })
})
