/** Captions as people upload them: what is read, and that no file of the largest size holds the event loop. */
import { describe, expect, it } from 'vitest'
import { MEDIA_MAX_BYTES } from '#contract/course-builder/uploads.ts'
import { toWebVtt } from '#server/features/course-builder/captions.ts'
import { TURN_MAX_MS, usualTurnMs } from '#tests/support/server/loop-delay.ts'

const filled = (text: string) => text.repeat(Math.floor(MEDIA_MAX_BYTES.captions / text.length))

describe('captions', () => {
  it.each([
    [
      'WebVTT as it is',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n',
      'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n',
    ],
    [
      'SRT with Windows line ends',
      '1\r\n00:00:01,000 --> 00:00:02,500\r\nHello, 1,000\r\n',
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nHello, 1,000\n',
    ],
    ['a text without times', 'Hello\n\nthere', null],
    ['times without an arrow', '00:00:01,000\n\n00:00:02,500', null],
  ])('reads %s', async (_name, file, expected) => {
    expect(await toWebVtt(Buffer.from(file))).toBe(expected)
  })

  it.each([
    ['line breaks', '\n'],
    ['Windows line ends', '\r\n'],
    ['spaces', ' '],
    ['tabs and line breaks', '\t\n'],
    ['times without an arrow', '00:00:01,000  \n'],
    ['half cues', '00:00:01,000 --> \n'],
    ['cues', '00:00:01,000 --> 00:00:02,500\nx\n\n'],
  ])('reads 2 MB of %s without holding the event loop', async (_name, text) => {
    const file = Buffer.from(filled(text))
    expect(await usualTurnMs(() => toWebVtt(file))).toBeLessThan(TURN_MAX_MS)
  })
})
