/** Payment links from a file: tried first, good rows made, nothing made twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LinkImport, PaymentLinkPage } from '#contract/money/payment-links.ts'
import { readCsv } from '#server/features/money/links/read-csv.ts'
import { startLinkWorld, type LinkWorld } from './link-world.ts'

let world: LinkWorld
beforeAll(async () => {
  world = await startLinkWorld()
})
afterAll(() => world.server.close())

const HEADER = 'Title,Amount,Currency,First part,Email,Expires on,Reference'
const run = (csv: string, more: object = {}) =>
  world.call<LinkImport>(world.admin, 'POST', '/admin/payment-link-imports/', {
    csv,
    dry_run: false,
    mails: false,
    ...more,
  })
const outcomes = ({ rows }: LinkImport) => rows.map(({ outcome }) => outcome)
const linksNamed = async (title: string) =>
  (
    await world.call<PaymentLinkPage>(
      world.admin,
      'GET',
      `/admin/payment-links/?search=${encodeURIComponent(title)}`,
    )
  ).body

describe('a file of payment links', () => {
  it('says what would happen, and creates nothing in a dry run', async () => {
    const csv = `${HEADER}\nTried,1500.50,,,,,\n,10,,,,,\n`
    const { body } = await run(csv, { dry_run: true })
    expect(body.rows).toMatchObject([
      { line: 2, title: 'Tried', amount_minor: 150_050, currency: 'INR', outcome: 'ready' },
      { line: 3, outcome: 'wrong', problems: ['The title is missing or longer than 120 characters.'] },
    ])
    expect((await linksNamed('Tried')).count).toBe(0)
  })

  it('makes the good rows, and gives the wrong ones back with what is wrong', async () => {
    const csv = [
      HEADER,
      'Good,1000,INR,250,ria@example.test,2026-04-01,A-1',
      'Bad amount,12x,,,,,',
      'Bad day,10,,,,2026-13-01,',
      'Long ago,10,,,,2026-01-01,',
      'Bad address,10,,,nobody,,',
      'Bad currency,10,XQZ,,,,',
      'Bad part,10,,11,,,',
      '=2+3,10,,,x,,',
    ].join('\n')
    const { body } = await run(csv, { mails: true })
    expect(outcomes(body)).toEqual(['created', ...Array.from({ length: 7 }, () => 'wrong')])
    expect((await linksNamed('Good')).results[0]).toMatchObject({
      amount_minor: 100_000,
      part_minor: 25_000,
      email: 'ria@example.test',
      expires_at: '2026-04-01T18:30:00.000Z',
    })
    expect(
      await world.rows(`select 1 from outbox_message where recipient = 'ria@example.test'`),
    ).toHaveLength(1)
    const errors = readCsv(body.errors_csv ?? '')
    expect(errors).toHaveLength(8)
    expect(errors[1]?.cells.at(-1)).toBe('The amount is not a number such as 1500.00.')
    // A spreadsheet would run it.
    expect(errors[7]?.cells[0]).toBe("'=2+3")
  })

  it('creates nothing twice, also when the file comes twice at the same time', async () => {
    const csv = `${HEADER}\nTwice,10,,,,,\nTwice,10,,,,,\nTwice,10,,,,,B-2\n`
    const both = await Promise.all([run(csv), run(csv)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await linksNamed('Twice')).count).toBe(3)
    expect(outcomes((await run(csv)).body)).toEqual(['known', 'known', 'known'])
    // Control: another reference is another link, and the corrected file creates only the new ones.
    expect(outcomes((await run(`${csv}Twice,10,,,,,B-3\n`)).body)).toEqual([
      'known',
      'known',
      'known',
      'created',
    ])
  })

  it('refuses a file without its columns and one with too many rows', async () => {
    expect((await run('name,sum\nx,1')).status).toBe(422)
    expect((await run(`${HEADER}\n${'Row,1,,,,,\n'.repeat(501)}`)).status).toBe(422)
    expect((await linksNamed('Row')).count).toBe(0)
  })
})

describe('readCsv', () => {
  it('reads quotes, line ends, semicolons and a byte order mark', () => {
    expect(readCsv('\uFEFFa;b\r\n"x;""y""\nz";2\r\n\r\n;\r\nlast;3')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x;"y"\nz', '2'] },
      { line: 6, cells: ['last', '3'] },
    ])
  })
})
