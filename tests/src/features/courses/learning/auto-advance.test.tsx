import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ADVANCE_AFTER_S,
  useAutoAdvance,
} from '#src/features/courses/learning/components/use-auto-advance.ts'

const video = () => {
  const element = document.createElement('video')
  let paused = false
  Object.defineProperty(element, 'paused', { get: () => paused })
  Object.defineProperty(element, 'ended', { value: false })
  document.body.append(element)
  return { pause: () => void (paused = true) }
}
const seconds = (count: number) => {
  act(() => {
    vi.advanceTimersByTime(count * 1000)
  })
}

describe('moving on by itself', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    document.body.replaceChildren()
  })

  it('given a film that is completed and still runs, when it goes on to its end, then nothing is announced before, and the full time after', () => {
    const playing = video()
    const go = vi.fn<() => void>()
    const { result } = renderHook(() => useAutoAdvance(true, go))
    seconds(60)
    expect([result.current.held, result.current.left]).toEqual([true, ADVANCE_AFTER_S])

    playing.pause()
    seconds(1)
    expect([result.current.held, result.current.left]).toEqual([false, ADVANCE_AFTER_S - 1])
    expect(go).not.toHaveBeenCalled()
    seconds(ADVANCE_AFTER_S - 1)
    expect(go).toHaveBeenCalledTimes(1)
  })

  it('given the film alone on the screen, when it has ended, then nothing moves before the offer can be seen', () => {
    Object.defineProperty(document, 'fullscreenElement', { value: document.body, configurable: true })
    const go = vi.fn<() => void>()
    const { result } = renderHook(() => useAutoAdvance(true, go))
    seconds(60)
    expect([result.current.held, result.current.left]).toEqual([true, ADVANCE_AFTER_S])
    Object.defineProperty(document, 'fullscreenElement', { value: null, configurable: true })
    seconds(ADVANCE_AFTER_S)
    expect(go).toHaveBeenCalledTimes(1)
  })

  it('control: given nothing that runs and a person who presses a key, when time passes, then it counts, and after the key it never goes', () => {
    const go = vi.fn<() => void>()
    const { result } = renderHook(() => useAutoAdvance(true, go))
    seconds(3)
    expect([result.current.held, result.current.left]).toEqual([false, ADVANCE_AFTER_S - 3])
    fireEvent.keyDown(document, { key: 'a' })
    seconds(60)
    expect(result.current.left).toBeNull()
    expect(go).not.toHaveBeenCalled()
  })
})
