import { describe, expect, it } from 'vitest'
import { documentProblems } from '#contract/jobs/document-rules.ts'
import type { JobDocument } from '#contract/jobs/shapes.ts'
import { aJob, aRequirement } from '#tests/support/content/jobs.ts'

const problems = (values: Partial<JobDocument>) =>
  documentProblems(aJob(values)).map(({ path, code }) => `${path}: ${code}`)
const question = {
  id: '6f3c0a52-7b64-4c0e-9f2a-6d8e0b3c7a11',
  kind: 'choice' as const,
  label: { en: 'Where?' },
  options: [{ en: 'Here' }, { en: 'There' }],
  required: true,
}

describe('the rules of a job document', () => {
  it('accepts a whole job', () => {
    expect(problems({ questions: [question] })).toEqual([])
  })

  it('asks for the texts of the main language', () => {
    expect(problems({ language: 'hi', requirements: [aRequirement({ texts: { en: 'x' } })] })).toEqual([
      'texts.hi.title: required',
      'requirements.0.texts.hi: required',
    ])
  })

  it('asks for what a requirement is compared with', () => {
    expect(
      problems({
        requirements: [
          aRequirement({ kind: 'course' }),
          aRequirement({ kind: 'skill' }),
          aRequirement({ kind: 'assessment' }),
        ],
      }),
    ).toEqual([
      'requirements.0.course_id: required',
      'requirements.1.skill: required',
      'requirements.2.assessment_id: required',
      'requirements.2.min_percent: required',
    ])
  })

  it('refuses a choice of one, an option without the main language, and one id twice', () => {
    expect(
      problems({
        questions: [
          { ...question, options: [{ en: 'Only' }] },
          { ...question, options: [{ en: 'Here' }, { hi: 'वहाँ' }] },
        ],
      }),
    ).toEqual(['questions.0.options: required', 'questions.1.options: required', 'questions.1.id: taken'])
  })
})
