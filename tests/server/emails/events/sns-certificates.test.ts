/** The cache of certificates of Amazon SNS. */
import { beforeEach, describe, expect, it } from 'vitest'
import { OutgoingError, type Outgoing } from '#server/core/security/outgoing.ts'
import { createSnsCertificates } from '#server/features/emails/events/sns-certificates.ts'
import { createTestClock } from '#tests/support/clock.ts'
import { createCertifiedKey } from './certificate.ts'

const HOUR_MS = 3_600_000
const { certificate } = createCertifiedKey('2026-01-01', '2026-11-22T00:00:00Z')
const address = (number: number) =>
  `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${number}.pem`

const fetched: string[] = []
let isDown = false
const outgoing: Outgoing = {
  send: async ({ url }) => {
    fetched.push(url)
    if (isDown) throw new OutgoingError('no-answer')
    return { status: 200, body: certificate }
  },
  check: async () => undefined,
}
const create = (now = '2026-11-20T10:00:00Z') => {
  const clock = createTestClock(now)
  return { clock, ...createSnsCertificates(outgoing, clock) }
}
beforeEach(() => {
  fetched.length = 0
  isDown = false
})

describe('a certificate', () => {
  it('is fetched again after a day', async () => {
    const { clock, get } = create()
    await get(address(1))
    clock.advance(24 * HOUR_MS - 1)
    await get(address(1))
    expect(fetched).toHaveLength(1)
    clock.advance(1)
    await get(address(1))
    expect(fetched).toHaveLength(2)
  })

  it('is fetched again once it has ended', async () => {
    const { clock, get } = create('2026-11-21T23:00:00Z')
    await get(address(1))
    clock.advance(HOUR_MS)
    await get(address(1))
    expect(fetched).toHaveLength(2)
  })

  it('is fetched once for those who wait, and again after a failure', async () => {
    const { get } = create()
    isDown = true
    const waiting = await Promise.allSettled([get(address(1)), get(address(1))])
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(fetched).toHaveLength(1)
    isDown = false
    expect(await get(address(1))).not.toBeNull()
    expect(fetched).toHaveLength(2)
  })

  it('makes room for another one when twenty are kept', async () => {
    const { get } = create()
    for (let number = 1; number <= 21; number += 1) await get(address(number))
    expect(fetched).toHaveLength(21)
    await get(address(21))
    await get(address(2))
    expect(fetched).toHaveLength(21)
    await get(address(1))
    expect(fetched).toHaveLength(22)
  })
})
