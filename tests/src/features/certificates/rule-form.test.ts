import { describe, expect, it } from 'vitest'
import { formOf, problemsOf, ruleOf } from '#src/features/certificates/admin/model/rule-form.ts'

const rule = {
  is_active: true,
  completion: true,
  min_score: 80,
  score_assessment_id: 3,
  min_minutes: null,
  min_attendance: null,
  payment: false,
  valid_months: 12,
  template_id: null,
}

describe('the editor of criteria', () => {
  it('saves what it read', () => {
    expect(ruleOf(formOf(rule))).toEqual(rule)
  })

  it('drops the place of a score that is no longer asked for', () => {
    expect(ruleOf({ ...formOf(rule), min_score: ' ' })).toMatchObject({
      min_score: null,
      score_assessment_id: null,
    })
  })

  it.each([
    ['min_score', '0'],
    ['min_score', '101'],
    ['min_attendance', '7.5'],
    ['min_minutes', 'ten'],
    ['valid_months', '121'],
  ] as const)('refuses %s of %s', (field, text) => {
    expect([...problemsOf({ ...formOf(rule), [field]: text })]).toEqual([field])
  })

  it('refuses a certificate that asks for nothing', () => {
    const form = { ...formOf(rule), completion: false, min_score: '' }
    expect([...problemsOf(form)]).toEqual(['nothing'])
    expect(problemsOf({ ...form, min_minutes: '30' }).size).toBe(0)
  })
})
