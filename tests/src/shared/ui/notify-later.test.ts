import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellLater, TOGETHER_MS } from '#src/shared/ui/rich-text/notify-later.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('telling what is written', () => {
  it('given letters typed one after the other, when a quarter of a second has passed, then they were told together', () => {
    const tell = vi.fn<() => void>()
    const notifier = tellLater(tell)
    for (let letter = 0; letter < 3; letter += 1) {
      notifier.later()
      vi.advanceTimersByTime(80)
    }
    expect(tell).not.toHaveBeenCalled()
    vi.advanceTimersByTime(TOGETHER_MS)
    expect(tell).toHaveBeenCalledOnce()
  })

  it('given somebody who never pauses, when they write on, then it is told again and again', () => {
    const tell = vi.fn<() => void>()
    const notifier = tellLater(tell)
    for (let letter = 0; letter < 50; letter += 1) {
      notifier.later()
      vi.advanceTimersByTime(80)
    }
    expect(tell.mock.calls.length).toBeGreaterThan(8)
  })

  it('given something untold, when the field is left, then it is told at once and not a second time', () => {
    const tell = vi.fn<() => void>()
    const notifier = tellLater(tell)
    notifier.later()
    notifier.now()
    expect(tell).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(5000)
    notifier.now()
    expect(tell).toHaveBeenCalledOnce()
  })
})
