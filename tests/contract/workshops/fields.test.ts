import { describe, expect, it } from 'vitest'
import { checkAnswer, keptAnswers, type FieldKind, type WorkshopField } from '#contract/workshops/fields.ts'

const field = (kind: FieldKind, more: Partial<WorkshopField> = {}): WorkshopField => ({
  id: 'a',
  kind,
  label: 'A',
  hint: '',
  required: false,
  options: [],
  ...more,
})
const codeOf = (asked: WorkshopField, answer: string | boolean | undefined, hasFile = false) =>
  checkAnswer(asked, answer, hasFile)?.code ?? 'ok'

describe('answers of a registration form', () => {
  it.each([
    ['number', '12.5', 'ok'],
    ['number', '-3', 'ok'],
    ['number', '1e9', 'invalid'],
    ['number', '१२', 'invalid'],
    ['date', '2028-02-29', 'ok'],
    ['date', '2027-02-29', 'invalid'],
    ['date', '0000-01-01', 'invalid'],
    ['text', 'x'.repeat(1001), 'too_long'],
    ['text', '   ', 'ok'],
  ] as const)('checks a %s: %s is %s', (kind, answer, code) => {
    expect(codeOf(field(kind), answer)).toBe(code)
  })

  it('asks for what is required', () => {
    expect(codeOf(field('text', { required: true }), '  ')).toBe('required')
    expect(codeOf(field('consent', { required: true }), false)).toBe('must_accept')
    expect(codeOf(field('file', { required: true }), undefined)).toBe('required')
    expect(codeOf(field('file', { required: true }), undefined, true)).toBe('ok')
  })

  it('takes only options of a choice', () => {
    const choice = field('choice', { options: ['One', 'Two'] })
    expect(codeOf(choice, 'Two')).toBe('ok')
    expect(codeOf(choice, 'Three')).toBe('invalid')
  })

  it('keeps answers of the form only, trimmed', () => {
    const fields = [field('text'), field('consent', { id: 'b' })]
    expect(keptAnswers(fields, { a: ' yes ', other: 'x' })).toEqual({ a: 'yes', b: false })
  })
})
