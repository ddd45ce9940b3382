import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ADVANCE_AFTER_S,
  useAutoAdvance,
} from '#src/features/courses/learning/components/use-auto-advance.ts'

const playingVideo = () => {
  const element = document.createElement('video')
  let paused = false
  Object.defineProperty(element, 'paused', { get: () => paused })
  Object.defineProperty(element, 'ended', { value: false })
  document.body.append(element)
  return { pause: () => void (paused = true) }
}
const passSeconds = (count: number) => {
  act(() => {
    vi.advanceTimersByTime(count * 1000)
  })
}

describe('useAutoAdvance', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    document.body.replaceChildren()
  })

  it('waits until a completed video ends and then counts the full time', () => {
    const video = playingVideo()
    const go = vi.fn<() => void>()
    const { result } = renderHook(() => useAutoAdvance(true, go))
    passSeconds(60)
    expect([result.current.held, result.current.left]).toEqual([true, ADVANCE_AFTER_S])

    video.pause()
    passSeconds(1)
    expect([result.current.held, result.current.left]).toEqual([false, ADVANCE_AFTER_S - 1])
    expect(go).not.toHaveBeenCalled()
    passSeconds(ADVANCE_AFTER_S - 1)
    expect(go).toHaveBeenCalledTimes(1)
  })

  it('pauses while the page is in full screen', () => {
    Object.defineProperty(document, 'fullscreenElement', { value: document.body, configurable: true })
    const go = vi.fn<() => void>()
    const { result } = renderHook(() => useAutoAdvance(true, go))
    passSeconds(60)
    expect([result.current.held, result.current.left]).toEqual([true, ADVANCE_AFTER_S])
    Object.defineProperty(document, 'fullscreenElement', { value: null, configurable: true })
    passSeconds(ADVANCE_AFTER_S)
    expect(go).toHaveBeenCalledTimes(1)
  })

  it('control: counts down without a video and stops for good on a key press', () => {
    const go = vi.fn<() => void>()
    const { result } = renderHook(() => useAutoAdvance(true, go))
    passSeconds(3)
    expect([result.current.held, result.current.left]).toEqual([false, ADVANCE_AFTER_S - 3])
    fireEvent.keyDown(document, { key: 'a' })
    passSeconds(60)
    expect(result.current.left).toBeNull()
    expect(go).not.toHaveBeenCalled()
  })
})
