import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { isMarked, questionBlocks, textParts } from '#src/shared/lib/text/question-text.ts'
import { QuestionText } from '#src/shared/ui/content/QuestionText.tsx'

const markup = (text: string) =>
  textParts(text).flatMap(({ kind, text: content }) => (kind === 'words' ? [] : [`${kind}:${content}`]))

describe('question markup', () => {
  it.each([
    ['ثمن الحقيبة 800 − 200 = 600، فكم؟', ['sum:800 − 200 = 600']],
    ['8 × 7 × 6 / (3 × 2 × 1) = 56، فترتيب', ['sum:8 × 7 × 6 / (3 × 2 × 1) = 56']],
    ['في 2026-11-21 عند 12:30', ['sum:2026-11-21', 'sum:12:30']],
    ['الحرارة -5 درجات', ['sum:-5']],
    ['الإيجار 35 %، الطعام 25 %', []],
    ['Prices: $5 and $10', []],
    ['Find $x^2 + 1$ for $x = 3$.', ['maths:x^2 + 1', 'maths:x = 3']],
    ['What prints `a[0] - b`?', ['code:a[0] - b']],
    ['A well-known word', []],
    ['An open ` and a lone $', []],
  ])('recognises only complete markup in "%s"', (text, expected) => {
    expect(markup(text)).toEqual(expected)
    expect(
      textParts(text)
        .map((part) =>
          part.kind === 'code' ? `\`${part.text}\`` : part.kind === 'maths' ? `$${part.text}$` : part.text,
        )
        .join(''),
    ).toBe(text)
  })

  it('makes a table of two lines between bars, not of one', () => {
    const [before, table, after] = questionBlocks(
      'Income:\n| Year | Sum |\n|---|---|\n| 2024 | 300 |\nHow much?',
    )
    expect(before).toMatchObject({ kind: 'text', parts: [{ text: 'Income:' }] })
    expect(table).toMatchObject({ kind: 'table', head: [[{ text: 'Year' }], [{ text: 'Sum' }]] })
    expect(table?.kind === 'table' && table.rows).toHaveLength(1)
    expect(after).toMatchObject({ parts: [{ text: 'How much?' }] })
    expect(questionBlocks('| alone |')).toMatchObject([{ kind: 'text', parts: [{ text: '| alone |' }] }])
    expect(isMarked('| alone |')).toBe(false)
    expect(isMarked('| a |\n| b |')).toBe(true)
  })
})

describe('QuestionText', () => {
  it('shows sums, formulas, code and tables left to right in Arabic', async () => {
    render(
      <QuestionText
        text={'كم 800 − 200 = 600 و $\\frac{1}{2}$ و `x = 1`؟\n| السنة | المبلغ |\n|---|---|\n| 2024 | 300 |'}
      />,
    )
    expect(screen.getByText('800 − 200 = 600')).toHaveAttribute('dir', 'ltr')
    expect(screen.getByText('x = 1')).toHaveAttribute('dir', 'ltr')
    await waitFor(() => expect(document.querySelector('math mfrac')).not.toBeNull())
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['السنة', 'المبلغ'])
    expect(screen.getByRole('cell', { name: '300' })).toBeVisible()
  })

  it('sets no direction for figures alone and keeps HTML as text', () => {
    const { container } = render(<QuestionText text="56" />)
    expect(container.firstElementChild).not.toHaveAttribute('dir')
    const formula = render(<QuestionText text="$x = 4$" />)
    expect(formula.container.firstElementChild).not.toHaveAttribute('dir')
    const words = render(<QuestionText text="four $x$" />)
    expect(words.container.firstElementChild).toHaveAttribute('dir', 'auto')
    const html = render(<QuestionText text={'<b>a</b> & `<i>`'} />)
    expect(html.container).toHaveTextContent('<b>a</b> & <i>')
    expect(html.container.querySelector('b, i')).toBeNull()
  })
})
