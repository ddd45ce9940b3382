import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { templateCsv, writeCsv, writeGift } from '#server/core/question-import/index.ts'
import { parseQuestions } from '#server/core/question-import/parse-questions.ts'
import { anyQuestion, withoutIds } from './arbitrary.ts'

const RUNS = process.env['FULL'] ? 2000 : 150
const extras = fc.record({
  topic: fc.constantFrom('Algebra', 'बीजगणित', 'Cells: parts'),
  difficulty: fc.constantFrom('easy', 'hard'),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b c', 'الجبر', '[x]'), { minLength: 1, maxLength: 3 }),
})
const questions = fc.array(
  fc.record({ question: anyQuestion, extra: fc.option(extras, { nil: undefined }) }),
  { minLength: 1, maxLength: 6 },
)

describe('question files written and read again', () => {
  it.each([
    ['csv' as const, writeCsv],
    ['gift' as const, writeGift],
  ])('returns the same questions through %s', async (format, write) => {
    await fc.assert(
      fc.asyncProperty(questions, async (written) => {
        const given = written.map(({ question, extra }) => ({ question, ...(extra ? { extra } : {}) }))
        const { rows, issues } = await parseQuestions(format, Buffer.from(write(given)))
        expect(issues).toEqual([])
        expect(rows.flatMap((row) => row.issues.filter(({ code }) => code !== 'duplicate'))).toEqual([])
        expect(rows.map(({ question }) => withoutIds(question))).toEqual(
          given.map(({ question }) => withoutIds(question)),
        )
        expect(rows.map(({ extra }) => extra)).toEqual(given.map(({ extra }) => extra ?? {}))
      }),
      { numRuns: RUNS },
    )
  })

  it('reads the example table with every kind and no issue', async () => {
    const { rows, issues } = await parseQuestions('csv', Buffer.from(templateCsv()))
    expect(issues).toEqual([])
    expect(rows.flatMap((row) => row.issues)).toEqual([])
    expect(rows.map(({ question }) => question?.kind)).toEqual([
      'single',
      'multiple',
      'true_false',
      'short',
      'numeric',
      'ordering',
      'matching',
    ])
  })

  it('C8: writes no cell that a spreadsheet runs as a formula', () => {
    const formulaStarts = ['=1', '+x', '-x', '@a', '\t=1', '＝1', "'=1"]
    const line = writeCsv([
      {
        question: {
          kind: 'short',
          prompt: '=HYPERLINK("x")',
          points: 1,
          explanation: '',
          accepted: formulaStarts,
          case_sensitive: false,
        },
      },
    ])
    const cells = line.split(/[,\n]/).map((cell) => cell.replace(/^"/, ''))
    expect(cells.filter((cell) => /^[=+\-@\t＝]/u.test(cell))).toEqual([])
    expect(line).toContain(`'=HYPERLINK`)
  })
})

describe('arbitrary files', () => {
  const fragments = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...[
            '{',
            '}',
            '=',
            '~',
            '#',
            '->',
            '\\',
            '\n',
            '\n\n',
            '::',
            '%50%',
            '"',
            ',',
            'kind,prompt,answer\n',
          ],
          ...[
            '<assessmentItem>',
            '<itemBody>',
            '<choiceInteraction/>',
            '</',
            '>',
            '<![CDATA[',
            ']]>',
            '&amp;',
          ],
          ...['<questestinterop><item><presentation>', '<!DOCTYPE a [', 'PK\x03\x04', '\ufeff', '\0'],
        ),
        fc.string({ maxLength: 20 }),
      ),
      { maxLength: 40 },
    )
    .map((parts) => Buffer.from(parts.join('')))
  it.each(['csv', 'gift', 'qti'] as const)('returns rows or issues for any bytes as %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fragments,
          fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
        ),
        async (bytes) => {
          const { rows, issues } = await parseQuestions(format, bytes)
          expect(rows.length + issues.length).toBeGreaterThan(0)
          for (const row of rows) expect(row.question !== undefined || row.issues.length > 0).toBe(true)
        },
      ),
      { numRuns: process.env['FULL'] ? 20_000 : 1000 },
    )
  })
  it.each([
    ['csv' as const, `kind,prompt,answer\n${'"'.repeat(200_001)}`],
    ['csv' as const, `kind,prompt\n${',"a'.repeat(100_000)}`],
    ['gift' as const, '{'.repeat(200_000)],
    ['gift' as const, `q {${'=a#b'.repeat(50_000)}}`],
    ['gift' as const, '<a '.repeat(100_000) + '{=a}'],
    ['gift' as const, `:${':a'.repeat(100_000)}`],
    ['gift' as const, `// ${'[tag:'.repeat(50_000)}`],
    ['gift' as const, `q {${'\n\n=a'.repeat(100_000)}}`],
    ['gift' as const, `q ${'{'.repeat(100_000)}\n\n`.repeat(5)],
    ['qti' as const, '<a>'.repeat(100_000)],
    ['qti' as const, `<a ${'b="'.repeat(50_000)}`],
    ['qti' as const, `<!DOCTYPE ${'<'.repeat(200_000)}`],
  ])('finishes for a malicious %s', async (format, text) => {
    const { rows, issues } = await parseQuestions(format, Buffer.from(text))
    expect(rows.length + issues.length).toBeGreaterThan(0)
  })
})
