/** What a crawler reads of the demo's jobs, without a browser, held against schema.org's JobPosting. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { languages } from '#contract/languages.ts'
import { createTestDist, type TestDist } from '#tests/support/server/dist.ts'
import { startDemoServer } from '#tests/support/server/demo.ts'
import type { TestServer } from '#tests/support/server/server.ts'

const HOST = 'crawler.example.org'
const JOBS = 21
const text = z.string().min(1)
const country = z.string().regex(/^[A-Z]{2}$/)

/**
 * The properties that search engines require or recommend, with the types that schema.org gives them
 * (https://schema.org/JobPosting). Strict: a misspelt property fails.
 */
const jobPosting = z.strictObject({
  '@context': z.literal('https://schema.org/'),
  '@type': z.literal('JobPosting'),
  title: text.max(200),
  description: text.regex(/^<p>/),
  datePosted: z.iso.datetime(),
  validThrough: z.iso.datetime(),
  employmentType: z.enum([
    'FULL_TIME',
    'PART_TIME',
    'CONTRACTOR',
    'TEMPORARY',
    'INTERN',
    'VOLUNTEER',
    'PER_DIEM',
    'OTHER',
  ]),
  hiringOrganization: z.strictObject({
    '@type': z.literal('Organization'),
    name: text,
    sameAs: z.optional(z.url()),
  }),
  identifier: z.strictObject({ '@type': z.literal('PropertyValue'), name: text, value: text }),
  jobLocation: z.strictObject({
    '@type': z.literal('Place'),
    address: z.strictObject({
      '@type': z.literal('PostalAddress'),
      addressLocality: text,
      addressCountry: z.optional(country),
    }),
  }),
  jobLocationType: z.optional(z.literal('TELECOMMUTE')),
  applicantLocationRequirements: z.optional(z.strictObject({ '@type': z.literal('Country'), name: text })),
  baseSalary: z.optional(
    z.strictObject({
      '@type': z.literal('MonetaryAmount'),
      currency: z.string().regex(/^[A-Z]{3}$/),
      value: z
        .strictObject({
          '@type': z.literal('QuantitativeValue'),
          minValue: z.number().positive(),
          maxValue: z.number().positive(),
          unitText: z.enum(['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR']),
        })
        .refine(({ minValue, maxValue }) => minValue <= maxValue),
    }),
  ),
  inLanguage: z.enum(languages),
  directApply: z.boolean(),
  url: z.optional(z.url()),
})

let dist: TestDist
let server: TestServer
beforeAll(async () => {
  dist = await createTestDist()
  server = await startDemoServer({ dist: dist.folder })
  await server.db.asSuperuser('insert into client_host (client_id, host) values (7, $1)', [HOST])
})
afterAll(async () => {
  await server.close()
  await dist.remove()
})

const read = async (path: string) =>
  (await server.app.inject({ url: path, headers: { accept: 'text/html', host: HOST } })).body
const dataIn = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')
const tag = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''

describe.each(languages)('the jobs of the demo for a crawler that reads %s', (language) => {
  it('have title, description, canonical link, Open Graph and a whole JobPosting', async () => {
    for (let id = 1; id <= JOBS; id += 1) {
      const html = await read(`/jobs/${id}?lng=${language}`)
      const data = jobPosting.parse(dataIn(html))
      expect(data.inLanguage).toBe(language)
      expect(Date.parse(data.datePosted)).toBeLessThan(Date.parse(data.validThrough))
      expect(html).toContain(`<html lang="${language}"`)
      expect(tag(html, /<title>(.*?)<\/title>/).length).toBeGreaterThan(10)
      expect(tag(html, /<meta name="description" content="(.*?)">/).length).toBeGreaterThan(50)
      expect(tag(html, /<link rel="canonical" href="(.*?)">/)).toMatch(
        new RegExp(`^http://${HOST}/jobs/${id}`),
      )
      for (const name of ['title', 'description', 'url', 'image', 'type', 'locale'])
        expect(tag(html, new RegExp(`<meta property="og:${name}" content="(.*?)">`)), name).not.toBe('')
      expect(html).toContain('<main class="page-text"><h1>')
    }
  })
})

it('control: refuses a posting without an employer, with a wrong type or a misspelt property', async () => {
  const data = jobPosting.parse(dataIn(await read('/jobs/1')))
  const { hiringOrganization: _, ...nobody } = data
  for (const wrong of [nobody, { ...data, employmentType: 'FULL TIME' }, { ...data, validthrough: 'x' }])
    expect(jobPosting.safeParse(wrong).success).toBe(false)
})
