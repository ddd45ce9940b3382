import { describe, expect, it } from 'vitest'
import type { JobDocument } from '#contract/jobs/shapes.ts'
import {
  copiedJob,
  documentOf,
  newJob,
  previewOf,
  typedJobOf,
} from '#src/features/recruiting/model/job-form.ts'
import { languageOfProblem, missingIn, problemsOf } from '#src/features/recruiting/model/job-problems.ts'
import { aJob, aRequirement } from '#tests/support/content/jobs.ts'

const options = {
  languages: ['en' as const, 'hi' as const],
  currency: 'INR',
  time_zone: 'Asia/Kolkata',
  today: '2026-01-15',
  courses: [],
  skills: [],
  assessments: [],
  recruiters: [],
}
const question: JobDocument['questions'][number] = {
  id: '6f3c0a52-7b64-4c0e-9f2a-6d8e0b3c7a11',
  kind: 'choice',
  label: { en: 'Where?', hi: 'कहाँ?' },
  options: [{ en: 'Here', hi: 'यहाँ' }, { en: 'There' }],
  required: true,
}
const whole = aJob({
  questions: [question],
  requirements: [
    aRequirement({ kind: 'skill', skill: 'sql', needed: 5 }),
    aRequirement({ kind: 'assessment', assessment_id: 3, min_percent: 70 }),
    aRequirement({ kind: 'course', course_id: 4 }),
  ],
})

describe('the form of a job', () => {
  it('means the same document after it was opened', () => {
    const form = typedJobOf(whole, 'INR')
    expect(documentOf(form)).toEqual(whole)
    expect([...problemsOf(form)]).toEqual([])
  })

  it('starts a copy with a new deadline and questions of its own', () => {
    const copy = documentOf(copiedJob(whole, options))
    expect(copy.deadline).toBe('2026-02-12')
    expect(copy.questions[0]?.id).not.toBe(question.id)
    expect({ ...copy, deadline: whole.deadline, questions: whole.questions }).toEqual(whole)
  })

  it('names the fields that are missing, and the language to look at', () => {
    const found = problemsOf({ ...newJob(options), has_salary: true })
    expect([...found.keys()]).toEqual(
      expect.arrayContaining([
        'texts.en.title',
        'texts.en.location',
        'texts.en.description',
        'company',
        'salary.min',
      ]),
    )
    expect(languageOfProblem(found)).toBe('en')
  })

  it('asks for the rest of a language that was begun', () => {
    const form = typedJobOf(whole, 'INR')
    form.texts.hi.title = 'विश्लेषक'
    const found = problemsOf(form)
    expect([...found.keys()]).toEqual(['texts.hi.location', 'texts.hi.description'])
    expect(languageOfProblem(found)).toBe('hi')
  })

  it('counts what a language lacks', () => {
    const form = typedJobOf(aJob(), 'INR')
    expect(missingIn(form, 'en')).toBe(0)
    expect(missingIn(form, 'hi')).toBeNull()
    form.texts.hi.title = 'विश्लेषक'
    // Place, description, benefits and one requirement.
    expect(missingIn(form, 'hi')).toBe(4)
  })

  it('takes one amount for both ends of the salary, and refuses an upside-down range', () => {
    const form = { ...typedJobOf(aJob(), 'INR'), salary_min: '500', salary_max: '' }
    expect(documentOf(form).salary).toMatchObject({ min: 500, max: 500 })
    expect([...problemsOf({ ...form, salary_max: '400' }).keys()]).toEqual(['salary.max'])
  })

  it('shows the text of the main language where a preview has none', () => {
    const form = typedJobOf(whole, 'INR')
    expect(previewOf(form, 'hi', new Date(0))).toMatchObject({
      title: 'Data analyst',
      requirements: ['A steady hand', 'A steady hand', 'A steady hand'],
    })
  })
})
