import { describe, expect, it } from 'vitest'
import { SCORM_STATE_MAX, SCORM_VALUE_MAX } from '#contract/scorm/scorm.ts'
import {
  boundedState,
  frameName,
  parseFrameMessage,
  sandboxFor,
} from '#src/features/courses/learning/model/scorm-messages.ts'
import { keyOf } from '#src/features/courses/learning/model/pending.ts'

const message = { lms: 'scorm', channel: 'c', what: 'commit', state: { 'cmi.location': '2' } }

describe('SCORM frame messages', () => {
  it('parses a message of its frame and ignores everything else', () => {
    expect(parseFrameMessage(message, 'c')).toEqual({ kind: 'commit', state: { 'cmi.location': '2' } })
    for (const other of [
      null,
      'scorm',
      {},
      { ...message, channel: 'd' },
      { ...message, what: 'delete' },
      { ...message, lms: 'x' },
    ])
      expect(parseFrameMessage(other, 'c')).toBeNull()
  })

  it('drops invalid values and rejects a state that is too large', () => {
    expect(boundedState({ 'cmi.a': '1', 'cmi.b': 2, token: 'x', __proto__: 'y' })).toEqual({ 'cmi.a': '1' })
    expect(boundedState({ 'cmi.a': 'x'.repeat(SCORM_VALUE_MAX + 1) })).toBeNull()
    const many = Object.fromEntries(
      Array.from({ length: SCORM_STATE_MAX / 1000 }, (_, at) => [`cmi.x.${at}`, 'x'.repeat(1000)]),
    )
    expect(boundedState(many)).toBeNull()
    expect(boundedState(undefined)).toBeNull()
  })

  it('puts the runtime’s initial data into the frame name, without the session', () => {
    const launch = {
      version: '1.2' as const,
      path: '/files/7/x',
      origin: null,
      state: { 'cmi.core.entry': '' },
    }
    expect(JSON.parse(frameName(launch, { channel: 'c', player: 'https://learn.example.org' }))).toEqual({
      lms: 'scorm',
      version: '1.2',
      channel: 'c',
      player: 'https://learn.example.org',
      state: launch.state,
    })
    expect(sandboxFor(false)).not.toContain('allow-same-origin')
    expect(sandboxFor(true)).toContain('allow-same-origin')
  })

  it('keeps the saves of two sessions apart in the queue', () => {
    const entry = { kind: 'scorm' as const, itemId: 1, attempt: 1, sequence: 1, state: {} }
    expect(keyOf({ ...entry, session: 'a' })).not.toBe(keyOf({ ...entry, session: 'b' }))
    expect(keyOf({ ...entry, session: 'a' })).toBe(keyOf({ ...entry, session: 'a', sequence: 2 }))
  })
})
