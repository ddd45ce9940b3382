/** Many payment links from a file: first tried, then made. Good rows are made although others are wrong. */
import {
  LINK_IMPORT_ROWS_MAX,
  type importPaymentLinks,
  type LinkImport,
} from '#contract/money/payment-links.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { dayIn } from '#server/core/days.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { invalidField } from '#server/core/http/errors.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import { csvTable } from '#server/core/question-import/csv-cell.ts'
import { columnsOf, rowsOf, type ImportRow } from './import-rows.ts'
import { importTexts } from './import-texts.ts'
import { mailLink } from './link-mails.ts'
import * as links from './links.repository.ts'
import { clientMoney } from './list.repository.ts'
import { record, type LinksContext } from './manage.service.ts'
import { newLinkOf } from './new-link.ts'
import { readCsv, type CsvLine } from './read-csv.ts'

type Body = BodyOf<typeof importPaymentLinks>
type Answer = LinkImport['rows'][number]

interface Run {
  readonly context: LinksContext
  readonly scope: AdminScope
  readonly db: TenantDb
  readonly zone: string
  readonly body: Body
}

const linesOf = (
  csv: string,
): { header: CsvLine; lines: CsvLine[]; places: Parameters<typeof rowsOf>[1] } => {
  const [header, ...lines] = readCsv(csv)
  const places = columnsOf(header)
  if (!header || !places)
    throw invalidField('csv', {
      code: 'invalid',
      message: 'The first line must name the columns, with title and amount.',
    })
  if (lines.length > LINK_IMPORT_ROWS_MAX)
    throw invalidField('csv', {
      code: 'too_long',
      message: `Import at most ${LINK_IMPORT_ROWS_MAX} rows at once.`,
      params: { max: LINK_IMPORT_ROWS_MAX },
    })
  return { header, lines, places }
}

/** The link of the row; undefined when another import made it. */
const makeLink = async ({ context, scope, db, zone, body }: Run, row: ImportRow) => {
  const { clientId, languages } = scope.tenant
  const now = scope.clock.now()
  const { userId } = scope.actor
  const link = await links.insertLink(
    db,
    clientId,
    await newLinkOf(db, clientId, row.draft, {
      now,
      zone,
      language: languages[0],
      createdBy: userId,
      importKey: row.key,
    }),
  )
  if (!link) return undefined
  await links.addEvent(db, clientId, link.id, { kind: 'created', at: now, actorId: userId })
  if (body.mails) await mailLink(context, db, link, { mail: 'link', at: now, actorId: userId })
  return link.id
}

const settleRow = async (run: Run, row: ImportRow): Promise<Pick<Answer, 'outcome' | 'link_id'>> => {
  const { clientId } = run.scope.tenant
  const known = await links.linkByImportKey(run.db, clientId, row.key)
  if (known !== undefined) return { outcome: 'known', link_id: known }
  if (row.problems.length > 0) return { outcome: 'wrong', link_id: null }
  if (run.body.dry_run) return { outcome: 'ready', link_id: null }
  const made = await makeLink(run, row)
  if (made !== undefined) return { outcome: 'created', link_id: made }
  return { outcome: 'known', link_id: (await links.linkByImportKey(run.db, clientId, row.key)) ?? null }
}

export const importLinks = (context: LinksContext, scope: AdminScope, body: Body): Promise<LinkImport> =>
  scope.tx(async (db) => {
    const { header, lines, places } = linesOf(body.csv)
    const { currency, zone } = await clientMoney(db, scope.tenant.clientId)
    const today = dayIn(zone, scope.clock.now())
    const texts = importTexts[languageFor(scope)]
    const run = { context, scope, db, zone, body }
    const answers: Answer[] = []
    const wrong: string[][] = []
    for (const row of rowsOf(lines, places, { today, currency })) {
      const { line, title, email, amountMinor } = row
      const settled = await settleRow(run, row)
      const problems = settled.outcome === 'wrong' ? row.problems.map((problem) => texts[problem]) : []
      if (problems.length > 0)
        wrong.push([...header.cells.map((_name, index) => row.cells[index] ?? ''), problems.join(' ')])
      answers.push({
        line,
        title,
        amount_minor: amountMinor,
        currency: row.currency,
        email,
        problems,
        ...settled,
      })
    }
    const created = answers.filter(({ outcome }) => outcome === 'created').length
    if (created > 0)
      await record(context, scope, db, 'money.link', {
        object: 'payment_links:import',
        detail: { rows: answers.length, created },
      })
    return {
      rows: answers,
      errors_csv: wrong.length === 0 ? null : csvTable([[...header.cells, texts.column], ...wrong]),
    }
  })
