import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNotifier, BATCH_MS } from '#src/shared/ui/rich-text/change-notifier.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('createNotifier', () => {
  it('reports several changes together after a quarter of a second', () => {
    const notify = vi.fn<() => void>()
    const notifier = createNotifier(notify)
    for (let letter = 0; letter < 3; letter += 1) {
      notifier.schedule()
      vi.advanceTimersByTime(80)
    }
    expect(notify).not.toHaveBeenCalled()
    vi.advanceTimersByTime(BATCH_MS)
    expect(notify).toHaveBeenCalledOnce()
  })

  it('reports again and again while somebody types without a pause', () => {
    const notify = vi.fn<() => void>()
    const notifier = createNotifier(notify)
    for (let letter = 0; letter < 50; letter += 1) {
      notifier.schedule()
      vi.advanceTimersByTime(80)
    }
    expect(notify.mock.calls.length).toBeGreaterThan(8)
  })

  it('flushes a pending change once', () => {
    const notify = vi.fn<() => void>()
    const notifier = createNotifier(notify)
    notifier.schedule()
    notifier.flush()
    expect(notify).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(5000)
    notifier.flush()
    expect(notify).toHaveBeenCalledOnce()
  })
})
