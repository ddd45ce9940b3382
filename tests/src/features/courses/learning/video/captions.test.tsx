import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { VideoItem } from '#contract/courses/topic-page.ts'
import type { DisplayChoice } from '#contract/profile/display.ts'
import { readDisplay, storeDisplay } from '#src/core/theme/display.ts'
import { useCaptions } from '#src/features/courses/learning/components/video/use-playback.ts'

const video = (...languages: string[]) =>
  ({
    captions: languages.map((language) => ({ language, label: language, url: `/${language}.vtt` })),
  }) as unknown as VideoItem
const start = (choice: DisplayChoice['captions'], item: VideoItem) => {
  storeDisplay({ ...readDisplay(), captions: choice })
  return renderHook(() => useCaptions(item, 'hi')).result
}

describe('the captions that a video starts with', () => {
  it.each([
    ['own', ['en', 'hi'], 'hi'],
    ['own', ['en', 'ar'], null],
    ['always', ['en', 'hi'], 'hi'],
    ['always', ['en', 'ar'], 'en'],
    ['always', [], null],
    ['off', ['en', 'hi'], null],
  ] as const)('chosen "%s", with captions in %j: %s', (choice, languages, expected) => {
    expect(start(choice, video(...languages)).current.captions).toBe(expected)
  })

  it('can be switched on in every video', () => {
    const result = start('off', video('en', 'hi'))
    act(() => result.current.toggleCaptions())
    expect(result.current.captions).toBe('hi')
  })
})
