import { describe, expect, it } from 'vitest'
import {
  argumentsInput,
  argumentsText,
  callText,
  isSyntaxError,
  literalText,
} from '#src/features/courses/learning/model/code-text.ts'

describe('test data as code', () => {
  it.each([
    ['python', '[[[250,2],[40,1]]]', 'total([[250, 2], [40, 1]])'],
    ['python', '[1.0,true,null,"true, null"]', 'total(1.0, True, None, "true, null")'],
    ['javascript', '[{"a":null}]', 'total({"a": null})'],
    ['javascript', '[]', 'total()'],
  ] as const)('writes a %s call for %s', (kind, input, expected) => {
    expect(callText(kind, 'total', input)).toBe(expected)
  })

  it('keeps what stands in quotes, escaped quotes included', () => {
    expect(literalText('python', String.raw`["a\", false","b"]`)).toBe(String.raw`["a\", false", "b"]`)
  })
})

describe('arguments that a learner types', () => {
  it.each([
    ['[[250, 2], [40, 1]]', '[[[250, 2], [40, 1]]]'],
    ["'it', True, None", '["it", true, null]'],
    ['"True"', '["True"]'],
    ['', '[]'],
  ])('reads %s', (text, expected) => {
    expect(argumentsInput(text)).toBe(expected)
  })

  it.each(['[1, 2', 'name', '1) + (2'])('refuses %s', (text) => {
    expect(argumentsInput(text)).toBeNull()
  })

  it('reads its own text of every kind of argument again', () => {
    const input = '[[1, 2.5], "a, b", true, null]'
    expect(JSON.parse(argumentsInput(argumentsText('python', input)) ?? '')).toEqual(JSON.parse(input))
  })
})

describe('isSyntaxError', () => {
  it.each([
    "Line 2: SyntaxError: '(' was never closed",
    'Line 3: IndentationError: unexpected indent',
    'near "FORM": syntax error',
    'incomplete input',
  ])('finds %s', (message) => {
    expect(isSyntaxError(message)).toBe(true)
  })

  it.each(['Line 2: NameError: SyntaxError', 'no such table: syntax', ''])(
    'control: leaves %j',
    (message) => {
      expect(isSyntaxError(message)).toBe(false)
    },
  )
})
