import type { JobDocument, RequirementInput } from '#contract/jobs/shapes.ts'

export const aRequirement = (values: Partial<RequirementInput> = {}): RequirementInput => ({
  kind: 'other',
  texts: { en: 'A steady hand' },
  course_id: null,
  skill: null,
  needed: 3,
  assessment_id: null,
  min_percent: null,
  ...values,
})

/** A job that is open for long. */
export const aJob = (values: Partial<JobDocument> = {}): JobDocument => ({
  language: 'en',
  texts: {
    en: { title: 'Data analyst', location: 'Pune', description: 'Read numbers.', benefits: ['Free lunch'] },
  },
  company: 'Acme',
  company_url: null,
  country: 'IN',
  type: 'full-time',
  level: 'entry',
  salary: { min: 400_000, max: 600_000, currency: 'INR', period: 'year' },
  remote: false,
  featured: false,
  deadline: '2099-12-31',
  requirements: [aRequirement()],
  questions: [],
  ...values,
})
