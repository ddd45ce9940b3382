/** A job as a page without JavaScript: for search engines, link previews and people who read it before the app is there. */
import type { JobDetail } from '#contract/jobs/jobs.ts'
import { salaryRange } from '#contract/jobs/salary-range.ts'
import type { JobType } from '#contract/jobs/shapes.ts'
import { languageInfo, type Language } from '#contract/languages.ts'
import { cut } from '#contract/text/truncate.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'
import { pageTexts } from './page-texts.ts'

const DESCRIPTION_MAX = 160

/** schema.org names of the types. */
const employmentTypes: Record<JobType, string> = {
  'full-time': 'FULL_TIME',
  'part-time': 'PART_TIME',
  contract: 'CONTRACTOR',
  internship: 'INTERN',
}

export interface JobPageFacts {
  readonly job: JobDetail
  readonly country: string | null
  readonly closedAt: Date | null
  readonly language: Language
  readonly languages: readonly Language[]
  readonly path: string
  readonly url: string | null
}

const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)

const list = (heading: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `<h2>${escapeHtml(heading)}</h2><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`

const textOf = (job: JobDetail, language: Language): string => {
  const texts = pageTexts[language]
  return [
    ...paragraphs(job.description).map((part) => `<p>${escapeHtml(part)}</p>`),
    list(texts.requirements, job.requirements),
    list(texts.benefits, job.benefits),
  ].join('')
}

/** schema.org JobPosting with what search engines require of it: title, description, date, employer and place. */
export const jobPosting = ({ job, country, closedAt, language, url }: JobPageFacts) => {
  const address = {
    '@type': 'PostalAddress',
    addressLocality: job.location,
    ...(country !== null && { addressCountry: country }),
  }
  const through =
    closedAt && closedAt.toISOString() < job.deadline_at ? closedAt.toISOString() : job.deadline_at
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: job.title,
    description: textOf(job, language),
    datePosted: job.posted_at,
    validThrough: through,
    employmentType: employmentTypes[job.type],
    hiringOrganization: {
      '@type': 'Organization',
      name: job.company,
      ...(job.company_url !== null && { sameAs: job.company_url }),
    },
    identifier: { '@type': 'PropertyValue', name: job.company, value: String(job.id) },
    jobLocation: { '@type': 'Place', address },
    ...(job.remote && {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: country ?? job.location },
    }),
    ...(job.salary && {
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: job.salary.currency,
        value: {
          '@type': 'QuantitativeValue',
          minValue: job.salary.min,
          maxValue: job.salary.max,
          unitText: job.salary.period === 'month' ? 'MONTH' : 'YEAR',
        },
      },
    }),
    inLanguage: job.language ?? language,
    directApply: job.closed === null,
    ...(url !== null && { url }),
  }
}

const salaryText = ({ salary }: JobDetail, language: Language): string | null => {
  if (!salary) return null
  return pageTexts[language].salary[salary.period](salaryRange(salary, language))
}

/** Everything of the job is plain text: each piece is escaped on its way into the page. */
export const jobPage = (facts: JobPageFacts) => {
  const { job, language, languages, path } = facts
  const texts = pageTexts[language]
  const day = new Intl.DateTimeFormat(languageInfo(language).locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${job.deadline}T00:00:00Z`))
  const kind = [texts.types[job.type], texts.levels[job.level], ...(job.remote ? [texts.remote] : [])]
  const salary = salaryText(job, language)
  const facing = [`${job.company} · ${job.location}`, kind.join(' · '), ...(salary === null ? [] : [salary])]
  const deadline = job.closed === null ? texts.deadline(day) : texts.closed
  const summary = `${job.company}, ${job.location}. ${job.description.replaceAll(/\s+/g, ' ')}`
  return {
    title: `${job.title} ${texts.at} ${job.company}`,
    description: cut(summary, DESCRIPTION_MAX),
    body: [
      `<h1>${escapeHtml(job.title)}</h1>`,
      ...facing.map((line) => `<p>${escapeHtml(line)}</p>`),
      textOf(job, language),
      `<p>${escapeHtml(deadline)}</p>`,
      job.closed === null ? `<p><a href="/login">${escapeHtml(texts.apply)}</a></p>` : '',
    ].join(''),
    data: jobPosting(facts),
    alternates: languages.map((each, index) => ({
      language: each,
      href: index === 0 ? path : `${path}?lng=${each}`,
    })),
  }
}
