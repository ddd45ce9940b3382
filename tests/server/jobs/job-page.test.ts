/** What search engines, link previews and people without JavaScript get of a job. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { switchFeatures } from '#tests/support/server/people.ts'
import { createTestDist, type TestDist } from '#tests/support/server/dist.ts'
import { aRequirement } from '#tests/support/content/jobs.ts'
import { CLIENT, DAY_BEFORE, NOW, startJobsWorld, type JobsWorld } from './world.ts'

let dist: TestDist
let world: JobsWorld
const HOST = 'jobs.example.org'
const ids: Record<string, number> = {}

beforeAll(async () => {
  dist = await createTestDist()
  world = await startJobsWorld(dist.folder)
  await world.server.db.asSuperuser('insert into client_host (client_id, host) values ($1, $2)', [
    CLIENT,
    HOST,
  ])
  ids['analyst'] = await world.add({
    texts: {
      en: {
        title: 'Data analyst',
        location: 'Pune, India',
        description: 'First paragraph.\n\nSecond paragraph.',
        benefits: ['Free lunch'],
      },
      ar: { title: 'محلّل بيانات', location: 'بونه', description: 'فقرة.', benefits: [] },
    },
    requirements: [aRequirement({ texts: { en: 'Good SQL' } })],
    salary: { min: 400_000, max: 700_000, currency: 'INR', period: 'year' },
  })
  ids['hostile'] = await world.add({
    texts: {
      en: {
        title: '</title><script>alert(1)</script>',
        location: '"><img src=x onerror=alert(1)>',
        description: '</script><script>alert(2)</script> <b>bold</b> \u2028',
        benefits: ['<!--'],
      },
    },
    company: '"onload="alert(3)',
  })
  ids['expired'] = await world.add({ deadline: '2026-01-15' })
  ids['remote'] = await world.add({ remote: true, country: null, salary: null })
  ids['closed'] = await world.add({}, { state: 'closed', postedAt: DAY_BEFORE, closedAt: NOW })
  ids['draft'] = await world.add({}, { state: 'draft' })
})
afterAll(async () => {
  await world.server.close()
  await dist.remove()
})

const open = async (path: string, host = HOST) =>
  (await world.server.app.inject({ url: path, headers: { accept: 'text/html', host } })).body
const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as Record<
    string,
    unknown
  > | null

describe('the page of a job without JavaScript', () => {
  it('has title, description, canonical link, Open Graph and the whole text', async () => {
    const html = await open(`/jobs/${ids['analyst']}`)
    expect(html).toMatch(/<title>Data analyst at Acme · .+<\/title>/)
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html).toContain(
      `<meta name="description" content="Acme, Pune, India. First paragraph. Second paragraph.">`,
    )
    expect(html).toContain(`<link rel="canonical" href="http://${HOST}/jobs/${ids['analyst']}">`)
    expect(html).toContain(`hreflang="ar" href="http://${HOST}/jobs/${ids['analyst']}?lng=ar"`)
    expect(html).toContain('<meta property="og:title" content="Data analyst at Acme">')
    expect(html).toContain(`<meta property="og:url" content="http://${HOST}/jobs/${ids['analyst']}">`)
    for (const text of [
      '<h1>Data analyst</h1>',
      '₹4,00,000',
      '<p>First paragraph.</p>',
      '<p>Second paragraph.</p>',
      '<li>Good SQL</li>',
      '<li>Free lunch</li>',
      'December 31, 2099, 23:59',
    ])
      expect(html).toContain(text)
  })

  it('has the structured data that search engines require of a JobPosting', async () => {
    const data = dataIn(await open(`/jobs/${ids['analyst']}`))
    expect(data).toMatchObject({
      '@context': 'https://schema.org/',
      '@type': 'JobPosting',
      title: 'Data analyst',
      datePosted: DAY_BEFORE.toISOString(),
      // The end of the last day in Kolkata.
      validThrough: '2099-12-31T18:30:00.000Z',
      employmentType: 'FULL_TIME',
      hiringOrganization: { '@type': 'Organization', name: 'Acme' },
      jobLocation: {
        '@type': 'Place',
        address: { '@type': 'PostalAddress', addressLocality: 'Pune, India', addressCountry: 'IN' },
      },
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: 'INR',
        value: { '@type': 'QuantitativeValue', minValue: 400_000, maxValue: 700_000, unitText: 'YEAR' },
      },
      directApply: true,
    })
    expect(data?.['description']).toContain('<p>First paragraph.</p>')
    expect(data?.['description']).toContain('<li>Good SQL</li>')
  })

  it('says of a remote job where people may live', async () => {
    expect(dataIn(await open(`/jobs/${ids['remote']}`))).toMatchObject({
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: 'Pune' },
    })
  })

  it('lets no text of a job become markup', async () => {
    const html = await open(`/jobs/${ids['hostile']}`)
    // Control: the texts are there.
    expect(html).toContain('alert(1)')
    expect(html).not.toMatch(/<script>alert|<img src=x|<b>bold|"onload="/)
    expect(html.match(/<script\b/g)).toHaveLength(3)
    expect(dataIn(html)?.['title']).toBe('</title><script>alert(1)</script>')
    // Search engines read the description as HTML.
    expect(dataIn(html)?.['description']).not.toMatch(/<script|<b>/)
  })

  it('stays readable when applying has closed, and says so', async () => {
    for (const name of ['expired', 'closed']) {
      const html = await open(`/jobs/${ids[name]}`)
      expect(html).toContain('Applying has closed.')
      expect(html).not.toContain('Sign in to apply')
    }
    expect(dataIn(await open(`/jobs/${ids['closed']}`))).toMatchObject({
      validThrough: NOW.toISOString(),
      directApply: false,
    })
  })

  it('speaks the language of the address', async () => {
    const html = await open(`/jobs/${ids['analyst']}?lng=ar`)
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<h1>محلّل بيانات</h1>')
    expect(html).toContain(`<link rel="canonical" href="http://${HOST}/jobs/${ids['analyst']}?lng=ar">`)
  })

  it.each(['/jobs/999', '/jobs/0', '/jobs/1e0', '/jobs', '/jobs/applications'])(
    'has no text at %s',
    async (path) => {
      const html = await open(path)
      expect(html).not.toContain('page-text')
      expect(dataIn(html)).toBeNull()
    },
  )

  it('has no text for a draft', async () => {
    expect(await open(`/jobs/${ids['draft']}`)).not.toContain('page-text')
  })

  it('follows a change of the job', async () => {
    await open(`/jobs/${ids['remote']}`)
    await world.server.core.db.withTenant(CLIENT, async (db) => {
      await db
        .updateTable('job')
        .set({ company: 'Renamed' })
        .where('client_id', '=', CLIENT)
        .where('id', '=', ids['remote']!)
        .execute()
      await world.server.core.changes.announce(db, { kind: 'jobs', clientId: CLIENT })
    })
    expect(await open(`/jobs/${ids['remote']}`)).toContain('Renamed')
  })

  it('is gone while the client has no job board', async () => {
    await switchFeatures(world.server.db, CLIENT, ['dashboard'])
    await world.server.core.db.withTenant(CLIENT, (db) =>
      world.server.core.changes.announce(db, { kind: 'client', clientId: CLIENT }),
    )
    expect(await open(`/jobs/${ids['analyst']}`)).not.toContain('page-text')
  })
})
