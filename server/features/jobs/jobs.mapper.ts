import type { Language } from '#contract/languages.ts'
import type { JobDetail } from '#contract/jobs/jobs.ts'
import type { closedReasons, JobCard, Salary } from '#contract/jobs/shapes.ts'
import type { CardRow, DetailRow } from './read.repository.ts'
import { lineIn, textsIn } from './texts.ts'

const salaryOf = (row: CardRow): Salary | null =>
  row.salary_min === null || row.salary_max === null || row.salary_currency === null
    ? null
    : {
        min: row.salary_min,
        max: row.salary_max,
        currency: row.salary_currency,
        period: row.salary_period,
      }

export const toCard = (
  row: CardRow,
  language: Language,
  closed: (typeof closedReasons)[number] | null,
): JobCard => {
  const { texts, language: fallback } = textsIn(row, language)
  return {
    id: row.id,
    title: texts.title,
    ...(fallback && { language: fallback }),
    company: row.company,
    location: texts.location,
    type: row.type,
    level: row.level,
    salary: salaryOf(row),
    remote: row.remote,
    featured: row.featured,
    deadline: row.deadline,
    deadline_at: row.deadline_at.toISOString(),
    posted_at: (row.posted_at ?? row.opens_at ?? row.deadline_at).toISOString(),
    closed,
  }
}

/** Null for a job that has not opened yet. */
export const toDetail = (row: DetailRow, language: Language, now: Date): JobDetail | null => {
  const openFrom = row.posted_at ?? row.opens_at
  if (openFrom === null || openFrom > now) return null
  const closed = row.state === 'closed' ? 'closed' : row.deadline_at <= now ? 'deadline' : null
  const { texts } = textsIn(row, language)
  return {
    ...toCard(row, language, closed),
    description: texts.description,
    requirements: row.requirements.map((each) => lineIn(each.texts, language, row.language)),
    benefits: [...texts.benefits],
    company_url: row.company_url,
    questions: row.questions,
  }
}
